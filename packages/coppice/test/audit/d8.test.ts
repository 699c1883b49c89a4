import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../../../scripts/lib/root.mjs";
import { onlyJson, runHere } from "../../src/cli/testIo.js";

const page = (name: string) => readFileSync(join(root, "docs", name), "utf8").replaceAll(/\s+/g, " ");

interface Listed {
  readonly learners: readonly {
    readonly name: string;
    readonly options: readonly { readonly name: string }[];
  }[];
}

describe("D8: docs promise only what exists", () => {
  it.each([
    ["costs.md", "an option of every tree learner", ["priors", "loss", "attributeCosts"]],
    ["missing.md", "All tree learners have both", ["missing", "missingAtPrediction"]],
  ])("%s: %s, if they are", async (name, promise, wanted) => {
    if (!page(name).includes(promise)) return;
    const { learners } = onlyJson(await runHere("learners", "--json")) as unknown as Listed;
    for (const tree of ["forest", "extraTrees", "gradientBoost", "oneR"]) {
      const options = learners.find((one) => one.name === tree)?.options.map((one) => one.name);
      expect(options, `${tree}, by ${name}`).toEqual(expect.arrayContaining(wanted));
    }
  });

  it("textbook.md: R1 of figure 9.6 is shortened, too", () => {
    expect(page("textbook.md")).not.toContain("stays in the others");
  });
});
