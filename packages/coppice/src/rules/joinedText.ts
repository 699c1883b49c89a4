import { textOf } from "../model/words.js";
import type { ColumnSchema } from "../table/schema.js";
import { type JoinedRule, joinedSize } from "./joinedRules.js";
import { type RuleLineOptions, ruleLines } from "./ruleLines.js";
import type { RulesJson } from "./rulesJson.js";
import { figuresText } from "./rulesText.js";

type Attributes = readonly ColumnSchema[];

/** One rule per class, one line per conjunction; the figures include whether a simplification is proven smallest. */
export function joinedText(
  rules: readonly JoinedRule[],
  attributes: Attributes,
  options: RuleLineOptions = {},
): string {
  const lines = rules.map((rule) => ({
    anyOf: rule.anyOf,
    ...(rule.noneOf && { noneOf: rule.noneOf }),
    then: rule.then,
    figures: [figuresText(rule, options.errorName), ...certainty(rule)].join(", "),
  }));
  return ruleLines(lines, attributes, options);
}

/** Whether it is known that no smaller description is equivalent. */
function certainty({ smallest, ended }: JoinedRule): string[] {
  if (smallest === undefined) return [];
  if (smallest) return ["smallest"];
  return [`best found within the ${ended === "time" ? "time" : "step"} limit`];
}

export interface JoinedRuleJson extends Omit<JoinedRule, "anyOf" | "noneOf" | "facts" | "parts"> {
  readonly anyOf: readonly (readonly string[])[];
  readonly noneOf?: readonly (readonly string[])[];
}

export interface JoinedRulesJson extends RulesJson {
  readonly descriptions: readonly JoinedRuleJson[];
}

/** Every conjunction as a rule, and the disjunctions. */
export function joinedJson(rules: readonly JoinedRule[], attributes: Attributes): JoinedRulesJson {
  const texts = (all: JoinedRule["anyOf"][number]) => all.map((one) => textOf(one, attributes));
  const descriptions = rules.map(({ anyOf, noneOf, facts: _, parts: __, then, ...rest }): JoinedRuleJson => {
    return { then, anyOf: anyOf.map(texts), ...(noneOf && { noneOf: noneOf.map(texts) }), ...rest };
  });
  const each = rules.flatMap(({ anyOf, parts }) =>
    parts.map(({ facts: _, formula: __, scores: ___, ...stated }, i) => ({ if: texts(anyOf[i]), ...stated })),
  );
  return { rules: each, descriptions, conditions: joinedSize(rules).conditions };
}
