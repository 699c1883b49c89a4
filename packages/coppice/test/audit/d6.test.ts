import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { onlyJson, runHere } from "../../src/cli/testIo.js";
import { csvOf } from "../../src/cli/testTables.js";
import { fruit } from "../../src/synthetic/index.js";
import { describeAudit, fitted, predictions, scratch, table } from "./command.js";

describeAudit("D6: rules of trees that impute values or add attributes", () => {
  it.each(["likely", "level", "indicator", "predict"])(
    "%s: as model, module, and validated",
    async (missing) => {
      const { path } = await fitted("labor", "cart", `missing=${missing}`);
      const out = scratch(`${missing}-rules.json`);
      const [labor] = table("labor");
      expect((await runHere("rules", path, "--as", "model", "--out", out)).code).toBe(0);
      // labor has missing values in every row but one.
      expect(await predictions(out, labor)).toEqual(await predictions(path, labor));
      expect((await runHere("rules", path, "--as", "typescript")).out).toContain("export function predict");
      expect((await runHere("rules", path, "--validate", labor)).code).toBe(0);
    },
  );

  it("eachValue: the same", async () => {
    const { path } = await fitted("vote", "cart", "missingAtPrediction=eachValue");
    expect((await runHere("rules", path, "--as", "model")).code).toBe(0);
    expect((await runHere("rules", path, "--validate", table("vote")[0])).code).toBe(0);
  });

  it("--simplify expands combinations", async () => {
    const [csv, out] = [scratch("fruit.csv"), scratch("fruit.json")];
    writeFileSync(csv, csvOf(fruit()));
    const settings = ["--set", "combinations=2", "--set", "prune=none"];
    await runHere("fit", csv, "--target", "class", ...settings, "--out", out);
    const answer = onlyJson(await runHere("rules", out, "--simplify", "--json")) as {
      descriptions: { anyOf: string[][] }[];
    };
    const conditions = answer.descriptions.flatMap(({ anyOf }) => anyOf.flat());
    expect(conditions.filter((text) => !/^(Color|Size|Shape|Taste) /.test(text))).toEqual([]);
  });
});
