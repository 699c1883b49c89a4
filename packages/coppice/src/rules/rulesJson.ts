import { textOf } from "../model/words.js";
import { formulaText } from "./formulaText.js";
import { type ReadableModel, statedRules } from "./rulesOfModel.js";
import type { StatedRule } from "./statedRule.js";

/** What `coppice rules --json` prints for each rule. */
export interface RuleJson extends Omit<StatedRule, "if" | "formula"> {
  readonly if: readonly string[];
  readonly formula?: string;
}

export interface RulesJson {
  readonly rules: readonly RuleJson[];
  /** The total number of conditions of all rules. */
  readonly conditions: number;
}

/** The rules of a model as data for JSON: conditions as text, with support, confidence and lift. */
export function rulesJson(model: ReadableModel): RulesJson {
  let conditions = 0;
  const rules = statedRules(model).map((rule) => {
    const { if: all, then, support, coverage, confidence, lift, error, locked, formula } = rule;
    conditions += all.length;
    return {
      if: all.map((condition) => textOf(condition, model.attributes)),
      then,
      ...(formula && { formula: formulaText(formula, model.attributes) }),
      support,
      coverage,
      ...(confidence !== undefined && { confidence }),
      ...(lift !== undefined && { lift }),
      ...(error !== undefined && { error }),
      ...(locked && { locked }),
    };
  });
  return { rules, conditions };
}
