// Plain decimal numbers, eight digits at a time.

const ZEROS: u64 = 0x3030303030303030;
/** Added to a byte, sets its top bit if the byte is above 9. */
const ABOVE_NINE: u64 = 0x7676767676767676;
const TOP_BITS: u64 = 0x8080808080808080;

/** Where the last number read ends. */
export let numberEnd: usize = 0;

/** How many of the eight bytes are digits, counted from the first. `digits` are bytes less "0". */
@inline
function countDigits(digits: u64): u64 {
  // A carry out of a byte that is not a digit affects later bytes only.
  return ctz(((digits + ABOVE_NINE) | digits) & TOP_BITS) >> 3;
}

/** The value of the first n of eight digits, 1 <= n <= 7: shifted up, so that zeros lead; then summed by pairs. */
@inline
function valueOf(digits: u64, n: u64): u64 {
  const aligned = digits << (64 - (n << 3));
  const pairs = aligned * 10 + (aligned >> 8);
  const even = (pairs & 0x000000ff000000ff) * 0x000f424000000064;
  const odd = ((pairs >> 16) & 0x000000ff000000ff) * 0x0000271000000001;
  return (even + odd) >> 32;
}

/**
 * The number at `at`: up to seven digits, then perhaps a point and up to seven more. Both parts together are below 2^53
 * and the power of ten is exact, so that one division rounds once and correctly, as in table/decimal.ts. NaN if
 * the text is longer or anything else: the scanner then reads it.
 */
@inline
export function shortNumber(at: usize, tens: usize): f64 {
  const first = load<u8>(at);
  let p = at + <usize>(i32(first == 45 /* - */) | i32(first == 43 /* + */));
  let size: f64;
  const digit = <u32>load<u8>(p) - 48;
  if (digit < 10 && load<u8>(p, 1) == 46) {
    // A prediction that is mostly right: the processor need not wait for the number of digits.
    size = <f64>digit;
    p++;
  } else {
    const whole = load<u64>(p) ^ ZEROS;
    const n = countDigits(whole);
    if (n - 1 > 6) return NaN;
    size = <f64>valueOf(whole, n);
    p += <usize>n;
  }
  if (load<u8>(p) == 46 /* . */) {
    p++;
    const part = load<u64>(p) ^ ZEROS;
    const m = countDigits(part);
    if (m - 1 > 6) return NaN;
    const ten = load<f64>(tens + (<usize>m << 3));
    size = (size * ten + <f64>valueOf(part, m)) / ten;
    p += <usize>m;
  }
  numberEnd = p;
  return first == 45 ? -size : size;
}
