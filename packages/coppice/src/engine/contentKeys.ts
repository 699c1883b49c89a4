import { hash, hashInteger, keyFor } from "../base/chance.js";
import type { CodedAttribute } from "./encode.js";

/**
 * What is in a row, as two words of 32 bits: sums over its cells, so that they can be computed column by column, anywhere. Rows
 * that are equal in everything have the same, and with near certainty only these.
 */
export interface ContentKeys {
  readonly first: Uint32Array;
  readonly second: Uint32Array;
}

/** The keys of the two sums. */
export const CONTENT_KEYS: readonly [number, number] = [keyFor("content", 1), keyFor("content", 2)];

/** The sums of rows; columns are added in any order. */
export class ContentSums implements ContentKeys {
  readonly first: Uint32Array;
  readonly second: Uint32Array;

  constructor(readonly rows: number) {
    this.first = new Uint32Array(rows);
    this.second = new Uint32Array(rows);
  }

  /** The codes of an attribute, by its number. */
  addCodes(
    attribute: number,
    { facts, codes }: Pick<CodedAttribute, "codes"> & { facts: { codes: number } },
  ): void {
    const [own, other] = CONTENT_KEYS.map((key) => hash(key, attribute));
    if (facts.codes < codes.length) return this.addFew(own, other, codes, facts.codes + 1);
    const { first, second } = this;
    for (let row = 0; row < codes.length; row++) {
      first[row] += hash(own, codes[row]);
      second[row] += hash(other, codes[row]);
    }
  }

  /** Integers by row, which may be large: those of column number `column`, in units of `unit`. */
  addIntegers(column: number, integers: ArrayLike<number>, unit = 1): void {
    const { first, second, rows } = this;
    const [own, other] = CONTENT_KEYS.map((key) => hash(key, column));
    if (integers instanceof Int32Array && unit === 1) {
      const most = fewCodes(integers);
      if (most < rows) return this.addFew(own, other, integers, most + 1);
    }
    for (let row = 0; row < rows; row++) {
      const integer = integers[row] / unit;
      first[row] += hashInteger(own, integer);
      second[row] += hashInteger(other, integer);
    }
  }

  /** There are fewer codes than rows: each is hashed once. */
  private addFew(own: number, other: number, codes: CodedAttribute["codes"], count: number): void {
    const { first, second } = this;
    const [hashes, others] = [hashesOf(own, count), hashesOf(other, count)];
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row];
      first[row] += hashes[code];
      second[row] += others[code];
    }
  }
}

/** The greatest code, if none is negative; otherwise Infinity. */
function fewCodes(codes: Int32Array): number {
  let [least, most] = [0, 0];
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] < least) least = codes[row];
    if (codes[row] > most) most = codes[row];
  }
  return least < 0 ? Number.POSITIVE_INFINITY : most;
}

/** The hashes of the first codes. */
function hashesOf(key: number, codes: number): Uint32Array {
  const hashes = new Uint32Array(codes);
  for (let code = 0; code < codes; code++) hashes[code] = hash(key, code);
  return hashes;
}
