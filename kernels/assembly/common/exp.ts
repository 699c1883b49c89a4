// e to the power of x using only + - * and floor: the twin of src/base/exp.ts, bit for bit.

const LOWEST: f64 = -708;
const HIGHEST: f64 = 709;
const LOG2_E: f64 = 1.4426950408889634;
/** ln 2 in two parts; the first has so few bits that its product with an integer below 2^11 is exact. */
const LN2_HIGH: f64 = 0.6931471803691238;
const LN2_LOW: f64 = 1.9082149292705877e-10;
/** Adding it moves a small integer into the lowest bits of a double. */
const WHOLE: f64 = 4503599627370496 + 1023;

@inline
function horner(sum: v128, r: v128, next: f64): v128 {
  return f64x2.add(f64x2.mul(sum, r), f64x2.splat(next));
}

/** Two at a time. */
@inline
export function exp2x(given: v128): v128 {
  const x = f64x2.min(f64x2.max(given, f64x2.splat(LOWEST)), f64x2.splat(HIGHEST));
  const k = f64x2.floor(f64x2.add(f64x2.mul(x, f64x2.splat(LOG2_E)), f64x2.splat(0.5)));
  const r = f64x2.sub(
    f64x2.sub(x, f64x2.mul(k, f64x2.splat(LN2_HIGH))),
    f64x2.mul(k, f64x2.splat(LN2_LOW)),
  );
  let sum = f64x2.splat(1.0 / 6227020800.0);
  sum = horner(sum, r, 1.0 / 479001600.0);
  sum = horner(sum, r, 1.0 / 39916800.0);
  sum = horner(sum, r, 1.0 / 3628800.0);
  sum = horner(sum, r, 1.0 / 362880.0);
  sum = horner(sum, r, 1.0 / 40320.0);
  sum = horner(sum, r, 1.0 / 5040.0);
  sum = horner(sum, r, 1.0 / 720.0);
  sum = horner(sum, r, 1.0 / 120.0);
  sum = horner(sum, r, 1.0 / 24.0);
  sum = horner(sum, r, 1.0 / 6.0);
  sum = horner(sum, r, 0.5);
  sum = horner(sum, r, 1);
  sum = horner(sum, r, 1);
  return f64x2.mul(sum, i64x2.shl(f64x2.add(k, f64x2.splat(WHOLE)), 52));
}

export function exp(x: f64): f64 {
  return f64x2.extract_lane(exp2x(f64x2.splat(x)), 0);
}
