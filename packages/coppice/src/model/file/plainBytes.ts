/** What is expected, for `PlainBytes.take`. */
export function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A cursor over JSON of ASCII characters without spaces. Bytes past the end are undefined, which is no character. */
export class PlainBytes {
  private text: string | undefined;
  private readonly start: number;

  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
  ) {
    this.start = at;
  }

  /** The next character, at which the cursor stays. */
  next(): number {
    return this.bytes[this.at];
  }

  /** The next character; the cursor goes past it. */
  character(): number {
    return this.bytes[this.at++];
  }

  /** Whether these characters come next: then the cursor goes past them. */
  take(expected: Uint8Array): boolean {
    const { bytes, at } = this;
    for (let i = 0; i < expected.length; i++) if (bytes[at + i] !== expected[i]) return false;
    this.at = at + expected.length;
    return true;
  }

  /** A number as JSON has it, to the bit what `JSON.parse` would return; NaN if there is none. */
  number(): number {
    const { bytes } = this;
    const start = this.at;
    let at = start;
    let code = bytes[at];
    const isNegative = code === MINUS;
    if (isNegative) code = bytes[++at];
    const first = at;
    let whole = 0;
    // Most numbers are counts: nine digits stay small integers, which hosts add faster.
    for (; code >= ZERO && code <= NINE && at < first + 9; code = bytes[++at])
      whole = 10 * whole + (code - ZERO);
    if (at > first && code === COMMA && !(at > first + 1 && bytes[first] === ZERO) && !isNegative) {
      this.at = at;
      return whole;
    }
    let digits: number = whole;
    let fraction = 0;
    for (; code >= ZERO && code <= NINE; code = bytes[++at]) digits = 10 * digits + (code - ZERO);
    let length = at - first;
    if (length === 0 || (length > 1 && bytes[first] === ZERO)) return Number.NaN;
    if (code === POINT) {
      const point = at;
      code = bytes[++at];
      for (; code >= ZERO && code <= NINE; code = bytes[++at]) digits = 10 * digits + (code - ZERO);
      fraction = at - point - 1;
      if (fraction === 0) return Number.NaN;
      length += fraction;
    }
    const isExact = length <= EXACT_DIGITS && code !== SMALL_E && code !== LARGE_E;
    if (!isExact) return this.hardNumber(start, at);
    this.at = at;
    // Both are integers that doubles hold, so the quotient is rounded once: it is the nearest double.
    const size = fraction === 0 ? digits : digits / POWERS[fraction];
    return isNegative ? -size : size;
  }

  /** Many digits, or an exponent. `end` is past the digits that were read. */
  private hardNumber(start: number, end: number): number {
    const { bytes } = this;
    let at = end;
    let code = bytes[at];
    if (code === SMALL_E || code === LARGE_E) {
      code = bytes[++at];
      if (code === PLUS || code === MINUS) at++;
      const exponent = at;
      for (code = bytes[at]; code >= ZERO && code <= NINE; ) code = bytes[++at];
      if (at === exponent) return Number.NaN;
    }
    this.at = at;
    // Decoded at once: number by number would take longer.
    this.text ??= new TextDecoder().decode(bytes.subarray(this.start));
    return Number(this.text.slice(start - this.start, at - this.start));
  }

  /** A list of numbers; undefined if there is none. */
  list(): number[] | undefined {
    if (this.character() !== OPEN_LIST) return undefined;
    const items: number[] = [];
    if (this.next() === CLOSE_LIST) {
      this.at++;
      return items;
    }
    for (;;) {
      const item = this.number();
      if (Number.isNaN(item)) return undefined;
      items.push(item);
      const after = this.character();
      if (after === CLOSE_LIST) return items;
      if (after !== COMMA) return undefined;
    }
  }
}

export const COMMA = 0x2c;
export const CLOSE_LIST = 0x5d;
const OPEN_LIST = 0x5b;
const ZERO = 0x30;
const NINE = 0x39;
const POINT = 0x2e;
const PLUS = 0x2b;
const MINUS = 0x2d;
const SMALL_E = 0x65;
const LARGE_E = 0x45;
/** So many digits are below 2^53, whatever they are. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);
