import type { TreeModel } from "../../model/tree.js";
import { brief, percent, rowsText } from "../../model/words.js";
import { type RuleLineOptions, ruleLines } from "./ruleLines.js";
import { type Rule, rulesOf } from "./rulesOf.js";

/** A rule for each leaf, with its figures. */
export function rulesText(model: TreeModel, options: RuleLineOptions = {}): string {
  const rules = rulesOf(model).map((rule) => ({
    anyOf: [rule.if],
    then: rule.then,
    figures: figuresText(rule),
  }));
  return ruleLines(rules, model.attributes, options);
}

/** `50 rows, 98 %`, or `50 rows, error 1.5`. */
export function figuresText({
  support,
  confidence,
  error,
}: Pick<Rule, "support" | "confidence" | "error">): string {
  const rows = rowsText(support);
  if (support === 0) return rows;
  if (confidence !== undefined) return `${rows}, ${percent(confidence)}`;
  return `${rows}, error ${brief(error ?? 0)}`;
}
