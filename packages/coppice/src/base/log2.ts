import { isLittleEndian } from "./littleEndian.js";

const half = new Float64Array(1);
const words = new Uint32Array(half.buffer);
/** Index of the word with sign and exponent: 1 on every machine that stores doubles low word first. */
const HIGH = isLittleEndian ? 1 : 0;

/**
 * The binary logarithm of a positive double, using only + - * /, so that every JavaScript engine gives the same bits:
 * the hosts' own `log` differ in the last place. x = m·2^e with m in [√½, √2); log2 m = 2/ln 2 · artanh((m-1)/(m+1)),
 * summed to s^23, which leaves an error below 2^-53 of the result's scale. Exact for powers of two.
 */
export function log2(x: number): number {
  half[0] = x;
  let exponent = (words[HIGH] >>> 20) & 0x7ff;
  if (exponent === 0) {
    half[0] = x * 18014398509481984; // 2^54: a denormal made normal
    exponent = ((words[HIGH] >>> 20) & 0x7ff) - 54;
  }
  words[HIGH] = (words[HIGH] & 0x000fffff) | 0x3ff00000;
  let m = half[0];
  let e = exponent - 1023;
  if (m > 1.4142135623730951) {
    m = m / 2;
    e = e + 1;
  }
  const s = (m - 1) / (m + 1);
  const t = s * s;
  let sum = 1 / 23;
  sum = sum * t + 1 / 21;
  sum = sum * t + 1 / 19;
  sum = sum * t + 1 / 17;
  sum = sum * t + 1 / 15;
  sum = sum * t + 1 / 13;
  sum = sum * t + 1 / 11;
  sum = sum * t + 1 / 9;
  sum = sum * t + 1 / 7;
  sum = sum * t + 1 / 5;
  sum = sum * t + 1 / 3;
  sum = sum * t + 1;
  return e + 2.8853900817779268 * (s * sum);
}

/** Weights are mostly counts: x·log2 x of small ones is cached. 0 where it has not been computed yet, and at 0 and 1. */
const PRODUCTS = new Float64Array(1 << 16);

/** x·log2 x, with 0·log 0 = 0. */
export function xlog2x(x: number): number {
  if (!(x > 0)) return 0;
  const count = x | 0;
  if (count !== x || count >= PRODUCTS.length) return x * log2(x);
  const known = PRODUCTS[count];
  return known === 0 ? learn(count) : known;
}

function learn(count: number): number {
  PRODUCTS[count] = count * log2(count);
  return PRODUCTS[count];
}
