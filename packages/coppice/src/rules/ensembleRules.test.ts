import { expect, it } from "vitest";
import { classesSaid } from "../../test/kit/answers.js";
import { readAgain } from "../../test/kit/readAgain.js";
import { fitTable } from "../learn/fit.js";
import { memberTree } from "../model/memberTree.js";
import { tennis } from "../synthetic/textbook.js";
import { ensembleRules } from "./ensembleRules.js";
import { ensembleRulesJson, ensembleRulesText } from "./ensembleText.js";
import { parseRules } from "./parse/parseRules.js";
import { rulesOf } from "./rulesOf.js";
import { votingRules } from "./votingRules.js";

it("counts the trees of a rule, most influential first", () => {
  const model = fitTable(tennis(), { target: "Play", learner: "forest", options: { trees: 20 }, seed: 3 });
  const rules = ensembleRules(model);
  const leaves = Array.from({ length: 20 }, (_, tree) => rulesOf(memberTree(model, tree)).length);
  expect(rules.reduce((sum, rule) => sum + rule.trees, 0)).toBe(leaves.reduce((a, b) => a + b, 0));
  expect(rules.some((rule) => rule.trees > 1)).toBe(true);
  for (let i = 1; i < rules.length; i++) expect(rules[i].carries).toBeLessThanOrEqual(rules[i - 1].carries);
  expect(parseRules(ensembleRulesText(rules, model.attributes), model)).toHaveLength(rules.length);
  const json = ensembleRulesJson(rules, model.attributes);
  expect(json.conditions).toBe(rules.reduce((sum, rule) => sum + rule.if.length, 0));
  expect(json.rules[0].if[0]).toMatch(/Outlook|Humidity|Wind|Temperature/);
});

it("expresses rules of trees with combinations over the table's own attributes", () => {
  const options = { trees: 5, settings: { combinations: 2, minLeaf: 1, minSplit: 2, prune: "none" } };
  const model = fitTable(tennis(), { target: "Play", learner: "bagging", options });
  const added = Array.from({ length: 5 }, (_, tree) => memberTree(model, tree).attributes.length);
  expect(Math.max(...added)).toBeGreaterThan(model.attributes.length);
  const rules = ensembleRules(model);
  expect(parseRules(ensembleRulesText(rules, model.attributes), model)).toHaveLength(rules.length);
  expect(classesSaid(votingRules(model), tennis()).labels).toEqual(classesSaid(model, tennis()).labels);
});

it("weighs a rule by its rows, its confidence and the vote of its tree", () => {
  const model = fitTable(tennis(), { target: "Play", learner: "adaBoost", options: { trees: 1 } });
  const [rule] = ensembleRules(model);
  const weights = model.combine.kind === "vote" ? model.combine.weights! : [];
  const prior = rule.confidence! / rule.lift!;
  expect(rule.carries).toBeCloseTo(weights[0] * rule.coverage * (rule.confidence! - prior), 12);
});

it("names the class whose score a boosted tree changes", () => {
  const options = { rounds: 3, minLeaf: 2 };
  const model = fitTable(tennis(), { target: "Play", learner: "gradientBoost", options });
  const [rule] = ensembleRules(model);
  expect(rule.of).toBe("no"); // two classes have one score, that of the second
  expect(typeof rule.then).toBe("number");
  expect(ensembleRulesText([rule], model.attributes)).toContain('score of "no"');
});

it("votingRules predict as the forest does", () => {
  const table = tennis();
  for (const learner of ["forest", "extraTrees", "bagging"] as const) {
    const model = fitTable(table, { target: "Play", learner, options: { trees: 15 }, seed: 2 });
    const rules = votingRules(model);
    expect(readAgain(rules)).toEqual(rules);
    const [one, other] = [classesSaid(model, table), classesSaid(rules, table)];
    expect([...other.labels]).toEqual([...one.labels]);
    one.probabilities.forEach((p, i) => {
      expect(other.probabilities[i]).toBeCloseTo(p, 12);
    });
  }
});

it("votingRules are not made from trees with unequal weights", () => {
  const boosted = fitTable(tennis(), { target: "Play", learner: "adaBoost", options: { trees: 2 } });
  expect(() => votingRules(boosted)).toThrow("the trees of adaBoost have unequal weights");
});
