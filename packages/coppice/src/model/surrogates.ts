import { branchOf, UNKNOWN } from "./test.js";
import type { MissingRule, PlainRule, SurrogateRule } from "./tree.js";

/** The branch chosen by the first surrogate whose cell is known; UNKNOWN if there is none. */
export function bySurrogates({ surrogates }: SurrogateRule, cellOf: (attribute: number) => number): number {
  for (const { test, to } of surrogates) {
    const outcome = branchOf(test, cellOf(test.attribute));
    if (outcome !== UNKNOWN && to[outcome] >= 0) return to[outcome];
  }
  return UNKNOWN;
}

/** The rule for rows that no surrogate can place. */
export function plainRule(rule: MissingRule): PlainRule {
  return rule.kind === "surrogates" ? rule.otherwise : rule;
}
