import type { EncodedAttribute } from "../encode.js";
import type { Tally } from "../port.js";
import type { Arena } from "./arena.js";
import type { Gathered } from "./entries.js";
import { codeOrder } from "./order.js";

/** How many cells a code has, and how entries add to them. */
export interface TallyKind {
  readonly width: number;
  /** Adds every gathered entry to the cells of its code. */
  count(cells: Float64Array, codes: Int32Array, rows: Int32Array, g: Gathered): void;
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

/** Makes the tallies of one engine. Its scratch arrays live as long as it does and grow as needed. */
export class Tallier {
  /** A cell per code while counting; all zero between calls. */
  private counts = new Float64Array(1024);
  /** The tally being made. */
  private cells: Float64Array;
  private codes = new Int32Array(1024);
  private readonly noMissing: Float64Array;

  constructor(
    private readonly kind: TallyKind,
    private readonly arena: Arena,
  ) {
    this.cells = new Float64Array(1024 * kind.width);
    this.noMissing = new Float64Array(kind.width);
  }

  /**
   * One attribute at one node. By counting into a cell per code where the node is large beside the number of codes,
   * by sorting the node's entries where it is small: both give the same tally.
   */
  tally(index: number, attribute: EncodedAttribute, rows: Int32Array, g: Gathered): Tally {
    const n = rows.length;
    const countingPays = attribute.facts.codes * this.kind.width < 2 * n * Math.log2(n + 2) + 16;
    return countingPays ? this.byCounting(index, attribute, rows, g) : this.bySorting(index, attribute, rows, g);
  }

  byCounting(index: number, { facts, codes }: EncodedAttribute, rows: Int32Array, g: Gathered): Tally {
    const { kind } = this;
    const { width } = kind;
    const total = (facts.codes + 1) * width;
    if (this.counts.length < total) this.counts = new Float64Array(2 * total);
    this.fit(Math.min(facts.codes, rows.length));
    const { counts, cells, codes: present } = this;
    kind.count(counts, codes, rows, g);
    let m = 0;
    for (let code = 0; code < facts.codes; code++) {
      const from = code * width;
      if (!(kind.weight(counts, from) > 0)) continue;
      for (let k = 0; k < width; k++) cells[m * width + k] = counts[from + k];
      present[m++] = code;
    }
    const last = facts.codes * width;
    const missing = kind.weight(counts, last) > 0 ? counts.slice(last, total) : this.noMissing;
    counts.fill(0, 0, total);
    return this.made(index, m, missing);
  }

  bySorting(index: number, { facts, codes }: EncodedAttribute, rows: Int32Array, g: Gathered): Tally {
    const { kind } = this;
    const { width } = kind;
    const n = rows.length;
    this.fit(n + 1);
    const { cells, codes: present } = this;
    const order = codeOrder(codes, rows);
    let missing = this.noMissing;
    let m = 0;
    for (let at = 0; at < n; ) {
      const code = codes[rows[order[at]]];
      cells.fill(0, m * width, (m + 1) * width);
      for (; at < n && codes[rows[order[at]]] === code; at++) kind.add(cells, m * width, g, order[at]);
      if (code === facts.codes) missing = cells.slice(m * width, (m + 1) * width);
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
    const codes = this.arena.copyInts(this.codes, m);
    return { attribute, codes, cells: this.arena.copyFloats(this.cells, m * this.kind.width), missing };
  }
}
