import { isLittleEndian } from "./littleEndian.js";
import { log2 } from "./log2.js";

const scale = new Float64Array(1);
const words = new Uint32Array(scale.buffer);
/** Index of the word with sign and exponent: 1 on every machine that stores doubles low word first. */
const HIGH = isLittleEndian ? 1 : 0;

const LOG2_E = 1.4426950408889634;
const LN_2 = 0.6931471805599453;
/** ln 2 in two parts; the first has so few bits that its product with an integer below 2^11 is exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/**
 * e to the power of x, using only + - * and floor, so that every JavaScript engine gives the same bits: the hosts' own
 * `exp` differ in the last place. x = k·ln 2 + r with |r| at most ½ ln 2, and e^r by its series up to r^13, which leaves an
 * error below 2^-57. Beyond -708 and 709, the limits of doubles, x is clamped.
 */
export function exp(given: number): number {
  const x = given < -708 ? -708 : given > 709 ? 709 : given;
  const k = Math.floor(x * LOG2_E + 0.5);
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  let sum = 1 / 6227020800;
  sum = sum * r + 1 / 479001600;
  sum = sum * r + 1 / 39916800;
  sum = sum * r + 1 / 3628800;
  sum = sum * r + 1 / 362880;
  sum = sum * r + 1 / 40320;
  sum = sum * r + 1 / 5040;
  sum = sum * r + 1 / 720;
  sum = sum * r + 1 / 120;
  sum = sum * r + 1 / 24;
  sum = sum * r + 1 / 6;
  sum = sum * r + 0.5;
  sum = sum * r + 1;
  sum = sum * r + 1;
  words[HIGH] = (k + 1023) << 20;
  words[1 - HIGH] = 0;
  return sum * scale[0];
}

/** The natural logarithm of a positive double, from `log2`. */
export function log(x: number): number {
  return LN_2 * log2(x);
}
