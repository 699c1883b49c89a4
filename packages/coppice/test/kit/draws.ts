import { length } from "./length.js";

const SHARE = { quick: 0.05, normal: 0.2, deep: 1 };

/**
 * How many examples a property draws: `n` by `--deep`, a fifth by `npm test`, a twentieth by `--quick`. The seed belongs to
 * the commit (properties.ts), so the next commit draws others.
 */
export function draws(n: number): { readonly numRuns: number } {
  return { numRuns: Math.max(1, Math.round(n * SHARE[length])) };
}
