import { expect, it } from "vitest";
import { runHere } from "../../src/cli/testIo.js";
import { answer, describeAudit, table } from "./command.js";

describeAudit("D9: compare skips what cannot run", () => {
  const flags = ["compare", ...table("labor"), "--learners", "cart", "--missing", "all", "--folds", "3"];

  it("with the reason", async () => {
    const ran = await runHere(...flags, "--tests", "t", "--threads", "1");
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toMatch(/cart:missing=drop +cannot run: ROWS_INCOMPLETE: /);
  });

  it("and in JSON", async () => {
    const found = await answer(...flags, "--tests", "t");
    expect(found.learners).toHaveLength(9);
    expect(found.failures).toMatchObject([{ name: "cart:missing=drop", code: "ROWS_INCOMPLETE" }]);
  });
});
