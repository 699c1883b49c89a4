import type { SubtreeRules } from "./port.js";

/** The rules for a table that has only these of the attributes. */
export function rulesOf(rules: SubtreeRules, attributes: readonly number[]): SubtreeRules {
  const { attributeCosts, averaged } = rules;
  if (attributeCosts === undefined && averaged === undefined) return rules;
  const own = <T>(all: readonly T[]): T[] => attributes.map((a) => all[a]);
  return {
    ...rules,
    ...(attributeCosts && { attributeCosts: { ...attributeCosts, divisors: own(attributeCosts.divisors) } }),
    ...(averaged && { averaged: own(averaged) }),
  };
}
