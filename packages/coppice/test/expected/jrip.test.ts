import { expect, it } from "vitest";
import { fitTable } from "../../src/learn/fit.js";
import type { Condition } from "../../src/model/condition.js";
import type { RuleModel } from "../../src/model/ruleSet.js";
import { truthOf } from "../../src/predict/truth.js";
import { rulesText } from "../../src/rules/rulesText.js";
import { trialOf } from "../../src/targets/trial.js";
import { assessFolds } from "../../src/use/evaluate/assessFolds.js";
import { describeShared, expectedOf, printedOf, sharedFolds, sharedSet } from "../shared.js";

interface JripFile {
  readonly cv: { readonly accuracy: number };
}

/** Small enough for a test; all 23 are measured by `node bench/rules.mjs`. */
const SETS = ["contact-lenses", "iris", "labor", "zoo", "vote", "kyphosis", "heart-c", "tic-tac-toe"];
const SEEDS = [1, 2];

const mean = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / list.length;

/** JRip prints the two bounds of a range as two conditions. */
const bounds = (condition: Condition) =>
  condition.kind === "range" && condition.above !== undefined && condition.atMost !== undefined ? 2 : 1;

const conditionsOf = ({ rules }: RuleModel) =>
  rules.flatMap((rule) => rule.if).reduce((sum, condition) => sum + bounds(condition), 0);

/** How many conditions JRip printed. */
function printedConditions(name: string): number {
  const rules = printedOf(name, "weka-JRip")!
    .split("\n")
    .filter((line) => line.includes(" => "));
  return rules.reduce((sum, rule) => sum + (rule.match(/ (?:=|<=|>=) /g) ?? []).length, 0);
}

async function ours(name: string, seed: number): Promise<{ accuracy: number; conditions: number }> {
  const { table, target } = await sharedSet(name);
  const request = { target, learner: "ripper", seed } as const;
  const model = fitTable(table, request) as RuleModel;
  const truth = truthOf(model.target, table);
  const { score } = assessFolds(trialOf(request), { table, truth, folds: sharedFolds(name) });
  if (score.kind !== "classification") throw new Error("a class set");
  return { accuracy: score.accuracy, conditions: conditionsOf(model) };
}

describeShared("ripper against Weka's JRip", () => {
  it("is at least as accurate on the same folds, with no more conditions", async () => {
    for (const seed of SEEDS) {
      const found = [];
      for (const name of SETS) found.push(await ours(name, seed));
      const theirs = SETS.map((name) => expectedOf<JripFile>(name, "weka-JRip")!.cv.accuracy);
      expect(mean(found.map(({ accuracy }) => accuracy))).toBeGreaterThanOrEqual(mean(theirs));
      const size = mean(found.map(({ conditions }) => conditions));
      expect(size).toBeLessThanOrEqual(mean(SETS.map(printedConditions)));
    }
  }, 60_000);

  it("classifies mushrooms without error by few conditions, most of them on odor and spores", async () => {
    const { table, target } = await sharedSet("mushroom");
    const model = fitTable(table, { target, learner: "ripper" }) as RuleModel;
    for (const { then } of [...model.rules, { then: model.otherwise }]) {
      if ("counts" in then) expect(then.counts[then.label]).toBe(then.weight);
    }
    expect(conditionsOf(model)).toBeLessThanOrEqual(printedConditions("mushroom"));
    expect(rulesText(model)).toMatch(/^IF odor = /);
  });
});
