import { logGamma } from "./chiSquared.js";

/** The regularised incomplete beta function I_x(a, b), by its continued fraction (Lentz's method). */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (!(x > 0)) return x <= 0 ? 0 : Number.NaN;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  // The fraction converges quickly below the mean; above it, the symmetry I_x(a, b) = 1 - I_{1-x}(b, a) helps.
  return x < (a + 1) / (a + b + 2)
    ? (front * fraction(x, a, b)) / a
    : 1 - (front * fraction(1 - x, b, a)) / b;
}

const TINY = 1e-300;
const keepAway = (x: number) => (Math.abs(x) < TINY ? TINY : x);

function fraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / keepAway(1 - ((a + b) * x) / (a + 1));
  let h = d;
  // About √max(a, b) terms are needed.
  const most = 200 + 10 * Math.sqrt(Math.max(a, b));
  for (let m = 1; m < most; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / keepAway(1 + even * d);
    c = keepAway(1 + even / c);
    h *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / keepAway(1 + odd * d);
    c = keepAway(1 + odd / c);
    const step = d * c;
    h *= step;
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return h;
}
