import { type Bits, both, countBits, countBoth, noBits, rowsOf } from "../../../base/bits.js";
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
    for (let row = 0; row < codes.length; row++) bits[row >>> 5] |= fits[codes[row]] << (row & 31);
    this.known.set(key, bits);
    return bits;
  }

  weight(rows: Bits): number {
    return this.examples.plain ? countBits(rows) : this.sum(rows);
  }

  weightOfBoth(a: Bits, b: Bits): number {
    return this.examples.plain ? countBoth(a, b) : this.sum(both(a, b));
  }

  private sum(rows: Bits): number {
    return rowsOf(rows).reduce((sum, row) => sum + this.examples.weights[row], 0);
  }
}

export function keyOf(literal: Literal): string {
  const { kind, attribute } = literal;
  return `${kind} ${attribute} ${literal.kind === "levels" ? literal.levels.join() : literal.code}`;
}
