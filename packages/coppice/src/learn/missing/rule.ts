import type { PlainRule } from "../../model/tree.js";

/** Where rows with a missing value go, given the known weight of each branch. */
export function missingRule(how: "share" | "majority", weights: readonly number[]): PlainRule {
  if (how === "majority") return { kind: "branch", to: heaviest(weights) };
  const known = weights.reduce((a, b) => a + b, 0);
  return { kind: "share", shares: weights.map((w) => w / known) };
}

/** The branch with the most weight; the first on a tie. */
export function heaviest(weights: readonly number[]): number {
  return weights.reduce((best, w, b) => (w > weights[best] ? b : best), 0);
}
