import { type Bits, noBits } from "../../base/bits.js";
import { unreachable } from "../../base/errors.js";
import type { Examples } from "./examples.js";
import type { Literal } from "./literal.js";

/** Words that are kept at most: 64 MB. */
const MOST_WORDS = 16_000_000;

/** The rows that literals cover, as sets. Rules share many literals, so those of a literal are found once and kept. */
export class LiteralCovers {
  private readonly found = new Map<string, Bits>();

  constructor(private readonly examples: Examples) {}

  /** Those of `among` for which all literals hold. */
  ofAll(literals: readonly Literal[], among: Bits): Bits {
    const cover = among.slice();
    for (const literal of literals) keepBits(cover, this.of(literal));
    return cover;
  }

  private of(literal: Literal): Bits {
    const key = keyOf(literal);
    let bits = this.found.get(key);
    if (bits === undefined) {
      if ((this.found.size + 1) * (this.examples.rows >>> 5) > MOST_WORDS) this.found.clear();
      bits = coverOfCodes(this.admitted(literal), this.examples.attributes[literal.attribute].codes);
      this.found.set(key, bits);
    }
    return bits;
  }

  /** By code, 1 where the literal holds. */
  private admitted(literal: Literal): Uint8Array {
    const { count } = this.examples.attributes[literal.attribute];
    const admitted = new Uint8Array(count + 1);
    switch (literal.kind) {
      case "atMost":
        return admitted.fill(1, 0, literal.code + 1);
      case "above":
        return admitted.fill(1, literal.code + 1, count);
      case "levels":
        for (const level of literal.levels) admitted[level] = 1;
        return admitted;
      default:
        return unreachable(literal);
    }
  }
}

function keyOf(literal: Literal): string {
  const { kind, attribute } = literal;
  return `${attribute} ${kind} ${kind === "levels" ? literal.levels.join() : literal.code}`;
}

function keepBits(bits: Bits, others: Bits): void {
  for (let w = 0; w < bits.length; w++) bits[w] &= others[w];
}

function coverOfCodes(admitted: Uint8Array, codes: Int32Array): Bits {
  const bits = noBits(codes.length);
  const whole = codes.length >>> 5;
  for (let w = 0; w < whole; w++) {
    let word = 0;
    for (let b = 0; b < 32; b++) word |= admitted[codes[(w << 5) + b]] << b;
    bits[w] = word;
  }
  for (let row = whole << 5; row < codes.length; row++) bits[whole] |= admitted[codes[row]] << (row & 31);
  return bits;
}
