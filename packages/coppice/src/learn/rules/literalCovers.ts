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
      bits = this.find(literal);
      this.found.set(key, bits);
    }
    return bits;
  }

  private find(literal: Literal): Bits {
    const { codes, count } = this.examples.attributes[literal.attribute];
    switch (literal.kind) {
      case "atMost":
        return between(codes, -1, literal.code);
      case "above":
        return between(codes, literal.code, count - 1);
      case "levels":
        return among(codes, literal.levels, count);
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

/** The rows whose code is above `low` and at most `high`, without branching: by the signs of two differences. */
function between(codes: Int32Array, low: number, high: number): Bits {
  const bits = noBits(codes.length);
  for (let w = 0; w < bits.length; w++) {
    const from = w << 5;
    const to = Math.min(codes.length, from + 32);
    let word = 0;
    for (let row = from; row < to; row++) {
      word |= (((low - codes[row]) & (codes[row] - high - 1)) >>> 31) << (row & 31);
    }
    bits[w] = word;
  }
  return bits;
}

function among(codes: Int32Array, levels: readonly number[], count: number): Bits {
  const bits = noBits(codes.length);
  const admitted = new Uint8Array(count + 1);
  for (const level of levels) admitted[level] = 1;
  for (let row = 0; row < codes.length; row++) bits[row >>> 5] |= admitted[codes[row]] << (row & 31);
  return bits;
}
