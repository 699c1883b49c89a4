const TENS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
const TWO_53 = 9007199254740992;
const ZERO = 48;

/**
 * The number that bytes[start, end) spell in plain decimal or exponent form, the same double as `Number(text)`; NaN for
 * anything else: blanks, hexadecimal, words such as Infinity, and numbers too large for a double.
 *
 * A mantissa below 2^53 and a power of ten up to 10^22 are both exact doubles, so one multiplication or division rounds
 * once and correctly (Clinger 1990); everything else is parsed by the host.
 */
export function parseDecimal(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  const first = bytes[i];
  if (first === 45 /* - */ || first === 43 /* + */) i++;
  let mantissa = 0;
  let digits = 0;
  let scale = 0;
  for (; i < end; i++) {
    const digit = bytes[i] - ZERO;
    if (digit < 0 || digit > 9) break;
    mantissa = mantissa * 10 + digit;
    digits++;
  }
  if (i < end && bytes[i] === 46 /* . */) {
    const from = ++i;
    for (; i < end; i++) {
      const digit = bytes[i] - ZERO;
      if (digit < 0 || digit > 9) break;
      mantissa = mantissa * 10 + digit;
    }
    scale = from - i;
    digits += i - from;
  }
  if (digits === 0) return Number.NaN;
  if (i < end) {
    const exponent = parseExponent(bytes, i, end);
    if (Number.isNaN(exponent)) return Number.NaN;
    scale += exponent;
  }
  // An inexact mantissa is at least 2^53: the first sum that rounds is beyond it, and later ones only grow.
  if (mantissa < TWO_53 && scale >= -22 && scale <= 22) {
    const size = scale < 0 ? mantissa / TENS[-scale] : mantissa * TENS[scale];
    return first === 45 ? -size : size;
  }
  const value = Number(asciiText(bytes, start, end));
  return Number.isFinite(value) ? value : Number.NaN;
}

/** The exponent, starting at its letter; NaN if malformed. Capped, since beyond 10^6 only 0 or overflow remain. */
function parseExponent(bytes: Uint8Array, start: number, end: number): number {
  if ((bytes[start] | 32) !== 101 /* e */) return Number.NaN;
  let i = start + 1;
  const sign = bytes[i];
  if (sign === 45 || sign === 43) i++;
  if (i >= end) return Number.NaN;
  let exponent = 0;
  for (; i < end; i++) {
    const digit = bytes[i] - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    if (exponent < 1e6) exponent = exponent * 10 + digit;
  }
  return sign === 45 ? -exponent : exponent;
}

/** Only for bytes already known to be digits, signs, points and e's. */
function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]);
  return text;
}
