import { brief, percent, rowsText } from "../../model/words.js";
import { type RuleLineOptions, ruleLines } from "./ruleLines.js";
import { hasDefault, type ReadableModel, statedRules } from "./rulesOfModel.js";
import type { StatedRule } from "./statedRule.js";

/** A rule for each leaf, or the rules of a set with their default, and their figures. */
export function rulesText(model: ReadableModel, options: RuleLineOptions = {}): string {
  const rules = statedRules(model).map((rule) => ({
    anyOf: [rule.if],
    then: rule.then,
    ...(rule.formula && { formula: rule.formula }),
    figures: figuresText(rule),
    ...(rule.locked && { locked: rule.locked }),
  }));
  const always = hasDefault(model) ? "OTHERWISE" : "ALWAYS";
  return ruleLines(rules, model.attributes, { always, ...options });
}

/** `50 rows, 98 %`, or `50 rows, error 1.5`. */
export function figuresText({
  support,
  confidence,
  error,
}: Pick<StatedRule, "support" | "confidence" | "error">): string {
  const rows = rowsText(support);
  if (support === 0) return rows;
  if (confidence !== undefined) return `${rows}, ${percent(confidence)}`;
  return `${rows}, error ${brief(error ?? 0)}`;
}
