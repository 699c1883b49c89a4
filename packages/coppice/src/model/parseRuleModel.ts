import { type Json, need, needList, needObject } from "./checks.js";
import { checkCondition } from "./parseCondition.js";
import { checkMeasures } from "./parseDerived.js";
import { checkClassFacts, checkCosts, checkValueFacts, costsField } from "./parseFacts.js";
import { checkFormula } from "./parseFormula.js";
import { checkColumns, checkHead, must, oneOf } from "./parseHead.js";
import type { RuleModel } from "./ruleSet.js";

/** A rule set from JSON: checked, never repaired or copied. */
export function parseRuleModel(json: Json): RuleModel {
  checkHead(json, head);
  const model = json as unknown as RuleModel;
  checkColumns(model);
  checkCosts(model);
  if (model.derived !== undefined) checkMeasures(model.derived, model);
  model.rules.forEach((rule: unknown, i) => {
    checkRule(rule, `rules[${i}]`, model);
  });
  checkConclusion(model.otherwise, "otherwise", model);
  return model;
}

const head = {
  costs: costsField,
  order: oneOf("first", "vote"),
  rules: must(Array.isArray, "a list of rules"),
};

type Head = Pick<RuleModel, "task" | "target" | "attributes">;

function checkRule(rule: unknown, path: string, model: Head): void {
  needObject(rule, path, "an object with if and then");
  const { if: conditions, locked } = rule;
  needList(conditions, `${path}.if`, "a list of conditions");
  const tested = new Set<number>();
  conditions.forEach((condition, i) => {
    const at = `${path}.if[${i}]`;
    const attribute = checkCondition(condition, at, model);
    need(
      !tested.has(attribute),
      `${at}.attribute`,
      "an attribute that no earlier condition tests",
      attribute,
    );
    tested.add(attribute);
  });
  checkConclusion(rule.then, `${path}.then`, model);
  need(locked === undefined || locked === true, `${path}.locked`, "true, or absent", locked);
}

function checkConclusion(facts: unknown, path: string, { task, target, attributes }: Head): void {
  needObject(facts, path);
  if (task === "classification") checkClassFacts(facts, path, target.levels!.length);
  else {
    checkValueFacts(facts, path);
    if (facts.formula !== undefined) checkFormula(facts.formula, `${path}.formula`, attributes);
  }
}
