/**
 * The probability that a chi-squared variable with `freedom` degrees exceeds x: the regularised upper incomplete
 * gamma function Q(freedom / 2, x / 2), by its series below the mean and its continued fraction above (Lentz).
 */
export function chiSquaredTail(x: number, freedom: number): number {
  if (!(x > 0)) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;
  const a = freedom / 2;
  const z = x / 2;
  const front = Math.exp(a * Math.log(z) - z - logGamma(a));
  return z < a + 1 ? Math.max(0, 1 - front * series(a, z)) : front * continuedFraction(a, z);
}

/** Near the mean both sums need about √(2a·ln 10^16) terms: the terms fall like exp(-n² / 2a). */
function enough(a: number): number {
  return 1000 + 10 * Math.sqrt(a);
}

function series(a: number, z: number): number {
  let term = 1 / a;
  let sum = term;
  const most = enough(a);
  for (let n = 1; n < most && term > sum * 1e-16; n++) {
    term *= z / (a + n);
    sum += term;
  }
  return sum;
}

function continuedFraction(a: number, z: number): number {
  let b = z + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let h = d;
  const most = enough(a);
  for (let n = 1; n < most; n++) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    const step = c * d;
    h *= step;
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return h;
}

/** Lanczos, g = 7, nine terms: relative error below 1e-14 for positive arguments. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  let sum = LANCZOS[0];
  for (let i = 1; i < LANCZOS.length; i++) sum += LANCZOS[i] / (x - 1 + i);
  const t = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}
