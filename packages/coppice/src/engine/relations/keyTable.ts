import { PairTable } from "./pairTable.js";

/** The most cells for which a level is a dense array; larger levels are hash tables. */
const DENSE = 1 << 22;

/**
 * Numbers distinct keys of a few codes each, 0, 1, 2 …, in order of first occurrence. A key is looked up code by code: the
 * pair (number of the prefix, next code) leads to the number of the longer prefix.
 */
export class KeyTable {
  /** Distinct keys so far. */
  size = 0;
  private readonly levels: (Int32Array | PairTable)[] = [];
  private readonly counts: number[] = [];

  /** Codes are below `codes`, keys have `length` of them, and there will be at most `most` keys. */
  constructor(
    private readonly codes: number,
    private readonly length: number,
    most: number,
  ) {
    let prefixes = 1;
    for (let l = 0; l < length; l++) {
      const cells = prefixes * codes;
      this.levels.push(cells <= DENSE ? new Int32Array(cells).fill(-1) : new PairTable());
      this.counts.push(0);
      prefixes = Math.min(cells, most);
    }
  }

  /** The key whose code `l` is `from[at + places[l]]`: its number, new if it has none. */
  add(from: Int32Array, at: number, places: readonly number[]): number {
    let prefix = 0;
    for (let l = 0; l < this.length; l++) {
      const code = from[at + places[l]];
      const next = this.step(l, prefix, code);
      prefix = next >= 0 ? next : this.grow(l, prefix, code);
    }
    this.size = this.length === 0 ? 1 : this.counts[this.length - 1];
    return prefix;
  }

  /** The key's number, or -1. */
  find(from: Int32Array, at: number, places: readonly number[]): number {
    if (this.size === 0) return -1;
    let prefix = 0;
    for (let l = 0; l < this.length && prefix >= 0; l++) prefix = this.step(l, prefix, from[at + places[l]]);
    return prefix;
  }

  /** The number of a key of one code, or -1. */
  findFirst(code: number): number {
    return this.step(0, 0, code);
  }

  private step(l: number, prefix: number, code: number): number {
    const level = this.levels[l];
    return level instanceof Int32Array ? level[prefix * this.codes + code] : level.get(prefix, code);
  }

  private grow(l: number, prefix: number, code: number): number {
    const level = this.levels[l];
    const number = this.counts[l]++;
    if (level instanceof Int32Array) level[prefix * this.codes + code] = number;
    else level.set(prefix, code, number);
    return number;
  }
}
