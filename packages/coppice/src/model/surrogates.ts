import { branchOf, UNKNOWN } from "./test.js";
import type { MissingRule, PlainRule, SurrogateRule } from "./tree.js";

/** The branch that the first surrogate with an answer names; UNKNOWN where none has one. */
export function bySurrogates({ surrogates }: SurrogateRule, cellOf: (attribute: number) => number): number {
  for (const { test, to } of surrogates) {
    const outcome = branchOf(test, cellOf(test.attribute));
    if (outcome !== UNKNOWN && to[outcome] >= 0) return to[outcome];
  }
  return UNKNOWN;
}

/** What is left of a rule for rows that no surrogate knows. */
export function plainRule(rule: MissingRule): PlainRule {
  return rule.kind === "surrogates" ? rule.otherwise : rule;
}
