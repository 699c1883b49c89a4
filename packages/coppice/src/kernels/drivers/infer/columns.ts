import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees } from "../../../model/packed.js";
import type { Cells } from "../../../table/column.js";
import type { Limits } from "./limits.js";

/**
 * A column of codes that the kernels read. An attribute may have several columns: one whose missing values go left at every
 * threshold, one whose missing values go right, one of its levels.
 */
export interface CodeColumn {
  readonly attribute: number;
  readonly kind: ColumnKind;
  /** The greatest code that the column can have. */
  readonly greatest: number;
  /** The code of a missing value: below every limit or above all, or one past the last level. */
  readonly missing: number;
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

/** Whether some missing value goes left at one threshold and right at another. */
export function needsBothDirections(used: Uint8Array, cells: readonly Cells[], rows: number): boolean {
  return cells.some((column, a) => {
    if (used[3 * a + LEFT] === 0 || used[3 * a + RIGHT] === 0) return false;
    for (let row = 0; row < rows; row++) if (Number.isNaN(column[row])) return true;
    return false;
  });
}

export function columnsOf(
  used: Uint8Array,
  levels: Int32Array,
  limits: Limits,
  bothDirections: boolean,
): Columns {
  const list: CodeColumn[] = [];
  const of = new Int32Array(used.length).fill(-1);
  for (let a = 0; a < levels.length; a++) {
    const greatest = limits.greatestCode(a);
    const add = (kind: ColumnKind, greatest: number, missing: number) => {
      of[3 * a + kind] = list.length;
      list.push({ attribute: a, kind, greatest, missing });
    };
    if (used[3 * a + LEFT]) add(LEFT, greatest, 0);
    if (used[3 * a + RIGHT]) {
      if (used[3 * a + LEFT] && !bothDirections) of[3 * a + RIGHT] = of[3 * a + LEFT];
      else add(RIGHT, greatest, greatest);
    }
    if (used[3 * a + LEVELS]) add(LEVELS, levels[a], levels[a]);
  }
  return { list, of };
}
