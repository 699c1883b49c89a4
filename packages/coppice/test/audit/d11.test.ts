import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { onlyJson, runHere } from "../../src/cli/testIo.js";
import { scratch } from "./command.js";

describe("D11: c45rules with one class", () => {
  it("has a default, and no rule without conditions", async () => {
    const [csv, out] = [scratch("one.csv"), scratch("one.json")];
    writeFileSync(csv, "x,y\n1.5,p\n2.5,p\n");
    const ran = await runHere("fit", csv, "--target", "y", "--learner", "c45rules", "--out", out, "--json");
    expect(ran.code, ran.err).toBe(0);
    expect(onlyJson(ran).size).toMatchObject({ rules: 0 });
    const { out: text } = await runHere("rules", out);
    expect(text.match(/OTHERWISE/g)).toHaveLength(1);
    expect(text).toContain("(2 rows");
  });
});
