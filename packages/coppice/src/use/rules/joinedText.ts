import { textOf } from "../../model/words.js";
import type { ColumnSchema } from "../../table/schema.js";
import { type JoinedRule, joinedSize } from "./joinedRules.js";
import { type RuleLineOptions, ruleLines } from "./ruleLines.js";
import { figuresText } from "./rulesText.js";

type Attributes = readonly ColumnSchema[];

/** One rule a class, each conjunction in a line; what a simplification is worth stands among the figures. */
export function joinedText(
  rules: readonly JoinedRule[],
  attributes: Attributes,
  options: RuleLineOptions = {},
): string {
  const lines = rules.map((rule) => ({
    anyOf: rule.anyOf,
    ...(rule.noneOf && { noneOf: rule.noneOf }),
    then: rule.then,
    figures: [figuresText(rule), ...certainty(rule)].join(", "),
  }));
  return ruleLines(lines, attributes, options);
}

/** Whether it is known that no smaller description says the same. */
function certainty({ smallest, ended }: JoinedRule): string[] {
  if (smallest === undefined) return [];
  if (smallest) return ["smallest"];
  return [`best found within the ${ended === "time" ? "time" : "steps"}`];
}

export interface JoinedRuleJson extends Omit<JoinedRule, "anyOf" | "noneOf" | "facts"> {
  readonly anyOf: readonly (readonly string[])[];
  readonly noneOf?: readonly (readonly string[])[];
}

export function joinedJson(rules: readonly JoinedRule[], attributes: Attributes) {
  const said = (anyOf: JoinedRule["anyOf"]) => anyOf.map((all) => all.map((one) => textOf(one, attributes)));
  const descriptions = rules.map(({ anyOf, noneOf, facts: _, then, ...rest }): JoinedRuleJson => {
    return { then, anyOf: said(anyOf), ...(noneOf && { noneOf: said(noneOf) }), ...rest };
  });
  const flat = descriptions.flatMap(({ anyOf, then, support, coverage, confidence, lift, error }) =>
    anyOf.map((all) => ({
      if: all,
      then,
      support,
      coverage,
      ...(confidence !== undefined && { confidence }),
      ...(lift !== undefined && { lift }),
      ...(error !== undefined && { error }),
    })),
  );
  return { rules: flat, descriptions, conditions: joinedSize(rules).conditions };
}
