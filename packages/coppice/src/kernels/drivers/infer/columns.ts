import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees } from "../../../model/packed.js";
import type { Cells } from "../../../table/column.js";
import type { Limits } from "./limits.js";

/**
 * A column of cells or codes that the kernels read. An attribute may have several columns: one whose missing values go left
 * at every threshold, one whose missing values go right, one of its levels.
 */
export interface CodeColumn {
  readonly attribute: number;
  readonly kind: ColumnKind;
}

export const LEFT = 0;
export const RIGHT = 1;
export const LEVELS = 2;
export type ColumnKind = typeof LEFT | typeof RIGHT | typeof LEVELS;

export interface Columns {
  readonly list: readonly CodeColumn[];
  /** By attribute × 3 + kind: the column; kinds that need not be distinguished share one. */
  readonly of: Int32Array;
}

export function columnKindOf(flags: number): ColumnKind {
  return (flags & ON_LEVELS) !== 0 ? LEVELS : (flags & MISSING_LEFT) !== 0 ? LEFT : RIGHT;
}

/** Which kinds of tests each attribute has: by attribute × 3 + kind. */
export function columnKindsIn({ attribute, flags }: PackedTrees, attributes: number): Uint8Array {
  const used = new Uint8Array(3 * attributes);
  for (let node = 0; node < attribute.length; node++) {
    if (attribute[node] !== LEAF) used[3 * attribute[node] + columnKindOf(flags[node])] = 1;
  }
  return used;
}

/** By attribute: 1 if it is compared with thresholds and some row has no value of it. */
export function gapsIn(used: Uint8Array, cells: readonly Cells[], rows: number): Uint8Array {
  return Uint8Array.from(cells, (column, a) => {
    const isCompared = used[3 * a + LEFT] === 1 || used[3 * a + RIGHT] === 1;
    // The host's own search is faster than a loop, which would be slow until it is compiled.
    return isCompared && column.subarray(0, rows).includes(Number.NaN) ? 1 : 0;
  });
}

/** Whether some missing value goes left at one threshold and right at another. */
export function needsBothDirections(used: Uint8Array, gaps: Uint8Array): boolean {
  return gaps.some((gap, a) => gap === 1 && used[3 * a + LEFT] === 1 && used[3 * a + RIGHT] === 1);
}

/** The columns for the kinds in use. */
export function columnsOf(used: Uint8Array, bothDirections: boolean): Columns {
  const list: CodeColumn[] = [];
  const of = new Int32Array(used.length).fill(-1);
  const add = (attribute: number, kind: ColumnKind) => {
    of[3 * attribute + kind] = list.length;
    list.push({ attribute, kind });
  };
  for (let a = 0; 3 * a < used.length; a++) {
    if (used[3 * a + LEFT]) add(a, LEFT);
    if (used[3 * a + RIGHT]) {
      if (used[3 * a + LEFT] && !bothDirections) of[3 * a + RIGHT] = of[3 * a + LEFT];
      else add(a, RIGHT);
    }
    if (used[3 * a + LEVELS]) add(a, LEVELS);
  }
  return { list, of };
}

/** The greatest code that a column can have. */
export function greatestCode({ attribute, kind }: CodeColumn, levels: Int32Array, limits: Limits): number {
  return kind === LEVELS ? levels[attribute] : limits.greatestCode(attribute);
}

/** The code of a missing value: below every limit or above all, or one past the last level. */
export function missingCode(column: CodeColumn, levels: Int32Array, limits: Limits): number {
  return column.kind === LEFT ? 0 : greatestCode(column, levels, limits);
}
