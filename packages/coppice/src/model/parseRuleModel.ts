import { z } from "zod";
import { checkFinite, checkIndex, fault, isJson, type Json } from "./checks.js";
import type { Condition } from "./condition.js";
import { checkClassFacts, checkCosts, checkValueFacts, costsField } from "./parseFacts.js";
import { checkFormula } from "./parseFormula.js";
import { checkColumns, checkHead, headFields } from "./parseHead.js";
import { checkLevels } from "./parseLevels.js";
import type { RuleModel } from "./ruleSet.js";

/** A set of rules from JSON: checked, never repaired or copied. */
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

const head = z.looseObject({
  ...headFields,
  costs: costsField,
  order: z.enum(["first", "vote"], "first or vote"),
  rules: z.custom<unknown[]>(Array.isArray, "a list of rules"),
});

type Head = Pick<RuleModel, "task" | "target" | "attributes">;

function checkRule(rule: unknown, path: string, model: Head): void {
  if (!isJson(rule)) throw fault(path, "an object with if and then", rule);
  if (!Array.isArray(rule.if)) throw fault(`${path}.if`, "a list of conditions", rule.if);
  const asked = new Set<number>();
  rule.if.forEach((condition: unknown, i) => {
    const attribute = checkCondition(condition, `${path}.if[${i}]`, model);
    if (asked.has(attribute)) {
      throw fault(`${path}.if[${i}].attribute`, "an attribute that no condition before asks", attribute);
    }
    asked.add(attribute);
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

/** The attribute that is asked for, once the condition is known to be sound. */
function checkCondition(condition: unknown, path: string, { attributes }: Head): number {
  if (!isJson(condition)) throw fault(path, "an object", condition);
  checkIndex(condition.attribute, attributes.length, `${path}.attribute`, "the index of an attribute");
  const attribute = condition.attribute as number;
  const { type, levels = [] } = attributes[attribute];
  switch (condition.kind as Condition["kind"]) {
    case "range":
      checkRange(condition, path, type, levels.length);
      break;
    case "levels":
      if (type === "numeric")
        throw fault(`${path}.kind`, "range, missing or known on a numeric attribute", condition.kind);
      checkLevels(condition.levels, `${path}.levels`, levels.length);
      break;
    case "missing":
    case "known":
      break;
    default:
      throw fault(`${path}.kind`, "range, levels, missing or known", condition.kind);
  }
  return attribute;
}

function checkRange(condition: Json, path: string, type: string, levels: number): void {
  if (type !== "numeric" && type !== "ordered") {
    throw fault(`${path}.kind`, "levels, missing or known on an attribute without order", condition.kind);
  }
  for (const side of ["above", "atMost"] as const) {
    const bound = condition[side];
    if (bound === undefined) continue;
    if (type === "numeric") checkFinite(bound, `${path}.${side}`);
    else checkIndex(bound, levels, `${path}.${side}`, "a level code");
  }
}
