import { log2 } from "./log2.js";

/** The binary logarithm of the number of ways to choose k of n things. */
export function log2Choose(n: number, k: number): number {
  const few = Math.min(k, n - k);
  let bits = 0;
  for (let i = 0; i < few; i++) bits += log2((n - i) / (i + 1));
  return bits;
}
