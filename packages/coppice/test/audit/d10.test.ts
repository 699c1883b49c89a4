import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runHere } from "../../src/cli/testIo.js";
import { describeAudit, scratch, table } from "./command.js";

describeAudit("D10: prism treats weight 2 as the row twice", () => {
  it("on pima with the weights 1, 2 and 5", async () => {
    const [head, ...lines] = readFileSync(table("pima-diabetes")[0], "utf8").trim().split("\n");
    const weightOf = (row: number) => [1, 2, 5][row % 3];
    const [weighted, repeated] = [scratch("weighted.csv"), scratch("repeated.csv")];
    writeFileSync(
      weighted,
      [`${head},w`, ...lines.map((line, row) => `${line},${weightOf(row)}`)].join("\n"),
    );
    const often = lines.flatMap((line, row) => new Array<string>(weightOf(row)).fill(line));
    writeFileSync(repeated, [head, ...often].join("\n"));
    const rules = async (path: string, ...more: string[]) => {
      const out = scratch("prism.json");
      const ran = await runHere(
        "fit",
        path,
        "--target",
        "class",
        "--learner",
        "prism",
        ...more,
        "--out",
        out,
      );
      expect(ran.code, ran.err).toBe(0);
      return JSON.parse(readFileSync(out, "utf8")).rules;
    };
    expect(await rules(weighted, "--weight", "w")).toEqual(await rules(repeated));
  });
});
