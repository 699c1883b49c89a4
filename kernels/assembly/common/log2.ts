// The binary logarithm using only + - * /: the twin of src/base/log2.ts, bit for bit.

export function log2(x: f64): f64 {
  let bits = reinterpret<u64>(x);
  let exponent = <i32>(bits >> 52) & 0x7ff;
  if (exponent == 0) {
    bits = reinterpret<u64>(x * 18014398509481984.0); // 2^54: a denormal made normal
    exponent = (<i32>(bits >> 52) & 0x7ff) - 54;
  }
  let m = reinterpret<f64>((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
  let e = exponent - 1023;
  if (m > 1.4142135623730951) {
    m = m / 2.0;
    e = e + 1;
  }
  const s = (m - 1.0) / (m + 1.0);
  const t = s * s;
  let sum: f64 = 1.0 / 23.0;
  sum = sum * t + 1.0 / 21.0;
  sum = sum * t + 1.0 / 19.0;
  sum = sum * t + 1.0 / 17.0;
  sum = sum * t + 1.0 / 15.0;
  sum = sum * t + 1.0 / 13.0;
  sum = sum * t + 1.0 / 11.0;
  sum = sum * t + 1.0 / 9.0;
  sum = sum * t + 1.0 / 7.0;
  sum = sum * t + 1.0 / 5.0;
  sum = sum * t + 1.0 / 3.0;
  sum = sum * t + 1.0;
  return <f64>e + 2.8853900817779268 * (s * sum);
}
