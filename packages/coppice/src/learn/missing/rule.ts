import { unreachable } from "../../base/errors.js";
import type { MissingRule } from "../../model/tree.js";

export type MissingStrategy = "share" | "majority";

/** Where rows go whose cell is missing, given the weight of the rows that each branch is known to get. */
export function missingRule(strategy: MissingStrategy, weights: readonly number[]): MissingRule {
  switch (strategy) {
    case "share": {
      const known = weights.reduce((a, b) => a + b, 0);
      return { kind: "share", shares: weights.map((w) => w / known) };
    }
    case "majority":
      return { kind: "branch", to: heaviest(weights) };
    default:
      return unreachable(strategy);
  }
}

/** The branch with the most weight, the first of equals. */
export function heaviest(weights: readonly number[]): number {
  return weights.reduce((best, w, b) => (w > weights[best] ? b : best), 0);
}
