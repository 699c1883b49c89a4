import { expect, it } from "vitest";
import { runHere } from "../../src/cli/testIo.js";
import { describeAudit, sets, table } from "./command.js";

/** An option without effect is rejected, or a warning names it. */
async function isReported(option: string, ...args: string[]): Promise<boolean> {
  const ran = await runHere(...args);
  return (ran.code !== 0 || ran.err.includes("warning")) && ran.err.includes(option);
}

describeAudit("D7: no option is ignored silently", () => {
  it.each([
    ["pima-diabetes", "cart", "confidence=0.1"],
    ["pima-diabetes", "cart", "pruneShare=0.5"],
    ["pima-diabetes", "c45", "criterion=gini", "mdlCorrection=true"],
    ["cpu", "cart", "purity=0.9"],
    ["pima-diabetes", "cart", "leaf=median"],
    ["pima-diabetes", "cart", "bins=7"],
    ["pima-diabetes", "cart", "surrogates=3"],
    ["pima-diabetes", "cart", "association=counted"],
    ["pima-diabetes", "cart", "directions=one"],
    ["pima-diabetes", "cart", "costForm=eg2"],
    ["pima-diabetes", "cart", "costWeight=0.5"],
    ["pima-diabetes", "cart", "averageGain=true"],
  ])("fit %s with %s: %s %s", async (name, learner, ...settings) => {
    const given = settings.filter((setting) => setting !== undefined);
    const [option] = given[given.length - 1].split("=");
    expect(await isReported(option, "fit", ...table(name), "--learner", learner, ...sets(...given))).toBe(
      true,
    );
  });

  it("compare --tests mcnemar for regression", async () => {
    const flags = ["--learners", "cart,cart:maxDepth=2", "--tests", "mcnemar", "--folds", "3"];
    expect(await isReported("mcnemar", "compare", ...table("cpu"), ...flags)).toBe(true);
  });
});
