import { brief, textOf } from "../model/words.js";
import type { ColumnSchema } from "../table/schema.js";
import type { EnsembleRule } from "./ensembleRules.js";
import { type RuleLineOptions, ruleLines } from "./ruleLines.js";
import { figuresText } from "./rulesText.js";

/** The rules of an ensemble, one per line, with their trees and their influence. */
export function ensembleRulesText(
  rules: readonly EnsembleRule[],
  attributes: readonly ColumnSchema[],
  options: RuleLineOptions = {},
): string {
  const lines = rules.map((rule) => {
    const trees = rule.trees === 1 ? `tree ${rule.tree}` : `${rule.trees} trees`;
    const rows =
      rule.coverage > 0 || rule.confidence !== undefined ? [figuresText(rule, options.errorName)] : [];
    const score = rule.of === undefined ? [] : [`score of ${JSON.stringify(rule.of)}`];
    const figures = [...rows, ...score, trees, `influence ${brief(rule.carries)}`].join(", ");
    return { anyOf: [rule.if], then: rule.then, figures };
  });
  return ruleLines(lines, attributes, options);
}

export function ensembleRulesJson(rules: readonly EnsembleRule[], attributes: readonly ColumnSchema[]) {
  return {
    rules: rules.map((rule) => ({ ...rule, if: rule.if.map((one) => textOf(one, attributes)) })),
    conditions: rules.reduce((sum, rule) => sum + rule.if.length, 0),
  };
}
