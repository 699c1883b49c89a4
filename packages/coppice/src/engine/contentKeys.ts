import { hash, hashInteger, keyFor } from "../base/chance.js";
import type { CodedAttribute } from "./encode.js";
import type { Target } from "./problem.js";

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

/** The keys of a column, for either sum. */
export function columnKeys(column: number): readonly [number, number] {
  return [hash(CONTENT_KEYS[0], column), hash(CONTENT_KEYS[1], column)];
}

/** The sums of rows; columns are added in any order. */
export class ContentSums implements ContentKeys {
  readonly first: Uint32Array;
  readonly second: Uint32Array;

  constructor(readonly rows: number) {
    this.first = new Uint32Array(rows);
    this.second = new Uint32Array(rows);
  }

  /** The codes of an attribute, by its number, or those of classes. */
  addCodes(
    attribute: number,
    { facts, codes }: Pick<CodedAttribute, "codes"> & { facts: { codes: number } },
  ): void {
    CONTENT_KEYS.forEach((key, word) => {
      const own = hash(key, attribute);
      const table = facts.codes < codes.length ? hashesOf(own, facts.codes + 1) : undefined;
      const sums = word === 0 ? this.first : this.second;
      if (table) for (let row = 0; row < codes.length; row++) sums[row] += table[codes[row]];
      else for (let row = 0; row < codes.length; row++) sums[row] += hash(own, codes[row]);
    });
  }

  /** Classes, or a numeric target on its grid, as column number `column`. */
  addTarget(column: number, target: Target): void {
    if (target.kind === "values") this.addIntegers(column, target.grid.units);
    else this.addCodes(column, { facts: { codes: target.column.levels.length }, codes: target.column.codes });
  }

  /** Integers by row, which may be large: those of column number `column`, in units of `unit`. */
  addIntegers(column: number, integers: ArrayLike<number>, unit = 1): void {
    CONTENT_KEYS.forEach((key, word) => {
      const own = hash(key, column);
      const sums = word === 0 ? this.first : this.second;
      for (let row = 0; row < sums.length; row++) sums[row] += hashInteger(own, integers[row] / unit);
    });
  }
}

/** The hashes of the first codes. */
function hashesOf(key: number, codes: number): Uint32Array {
  const hashes = new Uint32Array(codes);
  for (let code = 0; code < codes; code++) hashes[code] = hash(key, code);
  return hashes;
}
