import { chiSquaredTail } from "./chiSquared.js";
import { incompleteBeta } from "./incompleteBeta.js";

/** The probability that Student's t with `freedom` degrees is further from 0 than t, on either side. */
export function studentTail(t: number, freedom: number): number {
  if (Number.isNaN(t)) return Number.NaN;
  return incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
}

/** The probability that an F variable with these degrees of freedom exceeds x. */
export function fTail(x: number, upper: number, lower: number): number {
  if (Number.isNaN(x)) return Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return 0;
  return x <= 0 ? 1 : incompleteBeta(lower / (lower + upper * x), lower / 2, upper / 2);
}

/** The probability of at least `least` successes in `trials`, each with probability p. */
export function binomialTail(least: number, trials: number, p: number): number {
  if (least <= 0) return 1;
  return least > trials ? 0 : incompleteBeta(p, least, trials - least + 1);
}

/** The probability that a standard normal variable is further from 0 than z, on either side. */
export function normalTail(z: number): number {
  return chiSquaredTail(z * z, 1);
}

/** The t for which `studentTail` is `tail`: 2.262 for 0.05 and 9 degrees of freedom. */
export function studentQuantile(tail: number, freedom: number): number {
  return inverseTail((t) => studentTail(t, freedom), tail);
}

/** The z for which `normalTail` is `tail`: 1.95996 for 0.05. */
export function normalQuantile(tail: number): number {
  return inverseTail(normalTail, tail);
}

/** Bisection: a tail falls from 1 at 0 to 0; 200 halvings reach the last bit. */
function inverseTail(tailOf: (x: number) => number, tail: number): number {
  let low = 0;
  let high = 1;
  while (tailOf(high) > tail && high < 1e300) high *= 2;
  for (let i = 0; i < 200 && high - low > 1e-15 * high; i++) {
    const middle = (low + high) / 2;
    if (tailOf(middle) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
