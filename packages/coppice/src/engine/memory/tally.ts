import type { EncodedAttribute } from "../encode.js";
import type { Tally } from "../port.js";
import type { Gathered } from "./entries.js";
import { codeOrder } from "./order.js";

/** Cells of all codes, all zero between calls, grown as needed. */
let cellScratch = new Float64Array(1024);

/** How many cells a code has, and how an entry adds to them. */
export interface TallyKind {
  readonly width: number;
  count(cells: Float64Array, codes: Int32Array, rows: Int32Array, g: Gathered): void;
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
    add(cells, at, g, i) {
      cells[at + g.code[i]] += g.weight[i];
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
  add(cells, at, g, i) {
    cells[at] += g.weight[i];
    cells[at + 1] += g.u1[i];
    cells[at + 2] += g.u2[i];
  },
  weight: (cells, at) => cells[at],
};

/**
 * One attribute at one node. By counting into a cell per code where the node is large beside the number of codes, by
 * sorting the node's entries where it is small: both give the same tally.
 */
export function tallyOf(index: number, attribute: EncodedAttribute, rows: Int32Array, g: Gathered, kind: TallyKind): Tally {
  const n = rows.length;
  const codes = attribute.facts.codes;
  const countingPays = codes * kind.width < 2 * n * Math.log2(n + 2) + 16;
  return countingPays ? tallyByCounting(index, attribute, rows, g, kind) : tallyBySorting(index, attribute, rows, g, kind);
}

export function tallyByCounting(
  index: number,
  { facts, codes }: EncodedAttribute,
  rows: Int32Array,
  g: Gathered,
  kind: TallyKind,
): Tally {
  const { width } = kind;
  const total = (facts.codes + 1) * width;
  if (cellScratch.length < total) cellScratch = new Float64Array(2 * total);
  const cells = cellScratch;
  kind.count(cells, codes, rows, g);
  const present = new Int32Array(Math.min(facts.codes, rows.length));
  let m = 0;
  for (let code = 0; code < facts.codes; code++) if (kind.weight(cells, code * width) > 0) present[m++] = code;
  const out = new Float64Array(m * width);
  for (let c = 0; c < m; c++) {
    const from = present[c] * width;
    for (let k = 0; k < width; k++) out[c * width + k] = cells[from + k];
  }
  const missing = cells.slice(facts.codes * width, total);
  cells.fill(0, 0, total);
  return { attribute: index, codes: present.subarray(0, m), cells: out, missing };
}

export function tallyBySorting(
  index: number,
  { facts, codes }: EncodedAttribute,
  rows: Int32Array,
  g: Gathered,
  kind: TallyKind,
): Tally {
  const { width } = kind;
  const n = rows.length;
  const order = codeOrder(codes, rows);
  const present = new Int32Array(n);
  const cells = new Float64Array(n * width);
  const missing = new Float64Array(width);
  let m = 0;
  for (let at = 0; at < n; ) {
    const code = codes[rows[order[at]]];
    const known = code < facts.codes;
    const into = known ? cells : missing;
    const offset = known ? m * width : 0;
    for (; at < n && codes[rows[order[at]]] === code; at++) kind.add(into, offset, g, order[at]);
    if (!known) continue;
    if (kind.weight(cells, offset) > 0) present[m++] = code;
    else cells.fill(0, offset, offset + width);
  }
  return { attribute: index, codes: present.subarray(0, m), cells: cells.subarray(0, m * width), missing };
}
