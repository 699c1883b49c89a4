import type { EncodedAttribute } from "../encode.js";
import type { Tally } from "../port.js";
import type { Gathered, GatheredMass } from "./entries.js";
import { codeOrder } from "./order.js";

/** The number of cells per code, and how entries are added to them. */
export interface TallyKind {
  readonly width: number;
  /** Adds every gathered entry to the cells of its code. */
  count(cells: Float64Array, codes: Int32Array, rows: Int32Array, g: GatheredMass): void;
  /** Adds every gathered entry to one set of cells. */
  sum(cells: Float64Array, g: Gathered): void;
  /** Adds entry i to the cells at `at`. */
  add(cells: Float64Array, at: number, g: Gathered, i: number): void;
  /** The weight in the cells at `at`. */
  weight(cells: Float64Array, at: number): number;
}

export function classTally(classes: number): TallyKind {
  return {
    width: classes,
    count(cells, codes, rows, g) {
      const { code, weight, length } = g;
      if (g.plain) for (let i = 0; i < length; i++) cells[codes[rows[i]] * classes + code[i]] += 1;
      else for (let i = 0; i < length; i++) cells[codes[rows[i]] * classes + code[i]] += weight[i];
    },
    sum(cells, g) {
      const { code, weight, length, plain } = g;
      for (let i = 0; i < length; i++) cells[code[i]] += plain ? 1 : weight[i];
    },
    add(cells, at, g, i) {
      cells[at + g.code[i]] += g.plain ? 1 : g.weight[i];
    },
    weight(cells, at) {
      let sum = 0;
      for (let k = 0; k < classes; k++) sum += cells[at + k];
      return sum;
    },
  };
}

export const momentTally: TallyKind = {
  width: 3,
  count(cells, codes, rows, g) {
    const { weight, u1, u2, length } = g;
    for (let i = 0; i < length; i++) {
      const at = codes[rows[i]] * 3;
      cells[at] += weight[i];
      cells[at + 1] += u1[i];
      cells[at + 2] += u2[i];
    }
  },
  sum(cells, { weight, u1, u2, length }) {
    for (let i = 0; i < length; i++) {
      cells[0] += weight[i];
      cells[1] += u1[i];
      cells[2] += u2[i];
    }
  },
  add(cells, at, g, i) {
    cells[at] += g.weight[i];
    cells[at + 1] += g.u1[i];
    cells[at + 2] += g.u2[i];
  },
  weight: (cells, at) => cells[at],
};

/** Makes the tallies of one engine, in reused arrays: a tally is valid until the next is made. */
export class Tallier {
  private cells: Float64Array;
  private codes = new Int32Array(1024);
  private readonly noMissing: Float64Array;
  private readonly exactCodes: Int32Array[] = [];
  private readonly exactCells: Float64Array[] = [];

  constructor(private readonly kind: TallyKind) {
    this.cells = new Float64Array(1024 * kind.width);
    this.noMissing = new Float64Array(kind.width);
  }

  /** The number of codes up to which counting is faster than sorting, for a node of this many entries. */
  mostCodes(entries: number): number {
    return (2 * entries * Math.log2(entries + 2) + 16) / this.kind.width;
  }

  /** From the cells of all codes: keeps those that occur. */
  fromCells(index: number, { facts }: EncodedAttribute, counts: Float64Array, entries: number): Tally {
    const { kind } = this;
    const { width } = kind;
    const { codes } = facts;
    this.fit(Math.min(codes, entries));
    const { cells, codes: present } = this;
    let m = 0;
    for (let code = 0; code < codes; code++) {
      const from = code * width;
      if (!(kind.weight(counts, from) > 0)) continue;
      for (let k = 0; k < width; k++) cells[m * width + k] = counts[from + k];
      present[m++] = code;
    }
    const last = codes * width;
    const missing = kind.weight(counts, last) > 0 ? counts.slice(last, last + width) : this.noMissing;
    return this.made(index, m, missing);
  }

  /** From the entries in the order of their codes. */
  bySorting(index: number, { facts, codes }: EncodedAttribute, rows: Int32Array, g: Gathered): Tally {
    const { kind } = this;
    const { width } = kind;
    const n = rows.length;
    this.fit(n + 1);
    const { cells, codes: present } = this;
    const missingCode = facts.codes;
    const order = codeOrder(codes, rows, missingCode);
    let missing = this.noMissing;
    let m = 0;
    for (let at = 0; at < n; ) {
      const code = codes[rows[order[at]]];
      for (let k = 0; k < width; k++) cells[m * width + k] = 0; // `fill` is slower for so few cells
      for (; at < n && codes[rows[order[at]]] === code; at++) kind.add(cells, m * width, g, order[at]);
      if (code === missingCode) missing = cells.slice(m * width, (m + 1) * width);
      else if (kind.weight(cells, m * width) > 0) present[m++] = code;
    }
    return this.made(index, m, missing);
  }

  private fit(codes: number): void {
    if (this.codes.length >= codes) return;
    this.codes = new Int32Array(2 * codes);
    this.cells = new Float64Array(2 * codes * this.kind.width);
  }

  private made(attribute: number, m: number, missing: Float64Array): Tally {
    const { width } = this.kind;
    if (m > EXACT)
      return {
        attribute,
        codes: this.codes.subarray(0, m),
        cells: this.cells.subarray(0, m * width),
        missing,
      };
    this.exactCodes[m] ??= new Int32Array(m);
    this.exactCells[m] ??= new Float64Array(m * width);
    const codes = this.exactCodes[m];
    const cells = this.exactCells[m];
    for (let c = 0; c < m; c++) codes[c] = this.codes[c];
    for (let i = 0; i < cells.length; i++) cells[i] = this.cells[i];
    return { attribute, codes, cells, missing };
  }
}

/** Up to this many codes a tally uses arrays of its exact length, one pair per length: cheaper than a new view per tally. */
const EXACT = 128;
