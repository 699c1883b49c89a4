import { type Bits, both, countBits, countBoth, noBits, ones, rowsOf } from "../../../base/bits.js";
import type { Examples } from "../examples.js";
import { holds, type Literal } from "../literal.js";

/** Rows as sets: those that fulfil a literal, those of a class, and what they weigh. */
export class RowSets {
  readonly ofClass: readonly Bits[];
  readonly rows: number;
  private readonly known = new Map<string, Bits>();

  constructor(private readonly examples: Examples) {
    const { rows, classes, classOf } = examples;
    const ofClass = Array.from({ length: classes }, () => noBits(rows));
    for (let row = 0; row < rows; row++) {
      ofClass[classOf[row]][row >>> 5] |= 1 << (row & 31);
    }
    this.ofClass = ofClass;
    this.rows = rows;
  }

  of(literal: Literal): Bits {
    const key = keyOf(literal);
    const found = this.known.get(key);
    if (found) return found;
    const { codes, count } = this.examples.attributes[literal.attribute];
    const bits = noBits(this.examples.rows);
    const fits = Uint8Array.from({ length: count + 1 }, (_, code) => (holds(literal, code, count) ? 1 : 0));
    for (let w = 0, row = 0; w < bits.length; w++) {
      let word = 0;
      for (let bit = 0; bit < 32 && row < codes.length; bit++, row++) word |= fits[codes[row]] << bit;
      bits[w] = word;
    }
    this.known.set(key, bits);
    return bits;
  }

  weight(rows: Bits): number {
    return this.examples.plain ? countBits(rows) : this.sum(rows);
  }

  weightOfBoth(a: Bits, b: Bits): number {
    return this.examples.plain ? countBoth(a, b) : this.sum(both(a, b));
  }

  /** The weight of the rows of one word of a set. */
  weightOfWord(word: number, at: number): number {
    if (this.examples.plain) return ones(word);
    let sum = 0;
    for (let left = word; left !== 0; left &= left - 1) {
      sum += this.examples.weights[(at << 5) + 31 - Math.clz32(left & -left)];
    }
    return sum;
  }

  private sum(rows: Bits): number {
    return rowsOf(rows).reduce((sum, row) => sum + this.examples.weights[row], 0);
  }
}

export function keyOf(literal: Literal): string {
  const { kind, attribute } = literal;
  return `${kind} ${attribute} ${literal.kind === "levels" ? literal.levels.join() : literal.code}`;
}
