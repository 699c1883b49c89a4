import { fault, isJson, type Json } from "./checks.js";
import { checkCondition } from "./parseCondition.js";
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
  if (!isJson(rule)) throw fault(path, "an object with if and then", rule);
  if (!Array.isArray(rule.if)) throw fault(`${path}.if`, "a list of conditions", rule.if);
  const tested = new Set<number>();
  rule.if.forEach((condition: unknown, i) => {
    const attribute = checkCondition(condition, `${path}.if[${i}]`, model);
    if (tested.has(attribute)) {
      throw fault(`${path}.if[${i}].attribute`, "an attribute that no earlier condition tests", attribute);
    }
    tested.add(attribute);
  });
  checkConclusion(rule.then, `${path}.then`, model);
  if (rule.locked !== undefined && rule.locked !== true)
    throw fault(`${path}.locked`, "true, or absent", rule.locked);
}

function checkConclusion(facts: unknown, path: string, { task, target, attributes }: Head): void {
  if (!isJson(facts)) throw fault(path, "an object", facts);
  if (task === "classification") checkClassFacts(facts, path, target.levels!.length);
  else {
    checkValueFacts(facts, path);
    if (facts.formula !== undefined) checkFormula(facts.formula, `${path}.formula`, attributes);
  }
}
