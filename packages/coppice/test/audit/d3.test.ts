import { expect, it } from "vitest";
import { runHere } from "../../src/cli/testIo.js";
import { answer, describeAudit, errorCode, predictions, scratch, sets, table } from "./command.js";

const LOSS = "of.loss=[[0,1],[20,0]]";
const fit = (out: string, ...settings: string[]) =>
  runHere("fit", ...table("pima-diabetes"), "--learner", "bagging", ...sets(LOSS, ...settings), "--out", out);

describeAudit("D3: bagging respects the loss of its trees", () => {
  it("predicts the costly class nearly always, as one tree does", async () => {
    const out = scratch("bagged.json");
    const ran = await fit(out, "of.maxDepth=2", "trees=25");
    if (ran.code !== 0) {
      expect(errorCode(ran)).toBe("OPTION_CONFLICT");
      return;
    }
    const predicted = await predictions(out, table("pima-diabetes")[0]);
    // One tree predicts negative for 72 of 768 rows, votes for 87; the most likely class of the mean for 550.
    expect(predicted.filter((label) => label === "tested_negative").length).toBeLessThan(200);
  });

  it("evaluate shows the cost", async () => {
    const settings = sets("of.loss=[[0,1],[5,0]]", "of.maxDepth=3", "trees=15");
    const flags = ["--learner", "bagging", "--folds", "5", ...settings];
    const { expectedCost } = await answer("evaluate", ...table("pima-diabetes"), ...flags);
    expect(expectedCost).toBeTypeOf("number");
  });
});
