import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { onlyJson, runHere } from "../../src/cli/testIo.js";
import { scratch } from "./command.js";

describe("D11: c45rules of a tree without a test", () => {
  it("has a default, and no rule without conditions", async () => {
    // No branch may have fewer than 50 rows. (A target with one class, the audit's case, is rejected earlier.)
    const rows = Array.from({ length: 12 }, (_, i) => `${(i * 7) % 5}.5,${i % 3 === 0 ? "q" : "p"}`);
    const [csv, out] = [scratch("one.csv"), scratch("one.json")];
    writeFileSync(csv, `x,y\n${rows.join("\n")}\n`);
    const flags = ["--target", "y", "--learner", "c45rules", "--set", "minLeaf=50", "--out", out, "--json"];
    const ran = await runHere("fit", csv, ...flags);
    expect(ran.code, ran.err).toBe(0);
    expect(onlyJson(ran).size).toMatchObject({ rules: 0 });
    const { out: text } = await runHere("rules", out);
    expect(text.match(/OTHERWISE/g)).toHaveLength(1);
    expect(text).toContain("(12 rows");
  });
});
