import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees } from "../../../model/packed.js";
import type { Cells } from "../../../table/column.js";
import type { Limits } from "./limits.js";

/**
 * What the kernels look a row's codes up in. An attribute may have several columns: one whose missing cells go left at
 * every threshold, one whose missing cells go right, one of its levels.
 */
export interface CodeColumn {
  readonly attribute: number;
  readonly way: Way;
  /** The greatest code that the column can have. */
  readonly greatest: number;
  /** The code of a missing cell: below every limit or above all, or one past the last level. */
  readonly missing: number;
}

export const LEFT = 0;
export const RIGHT = 1;
export const LEVELS = 2;
export type Way = typeof LEFT | typeof RIGHT | typeof LEVELS;

export interface Columns {
  readonly list: readonly CodeColumn[];
  /** By attribute times 3 plus way: the column; ways that need not be told apart have the same. */
  readonly of: Int32Array;
}

export function wayOf(flags: number): Way {
  return (flags & ON_LEVELS) !== 0 ? LEVELS : (flags & MISSING_LEFT) !== 0 ? LEFT : RIGHT;
}

/** Which attributes are tested which way: by attribute times 3 plus way. */
export function waysIn({ attribute, flags }: PackedTrees, attributes: number): Uint8Array {
  const used = new Uint8Array(3 * attributes);
  for (let node = 0; node < attribute.length; node++) {
    if (attribute[node] !== LEAF) used[3 * attribute[node] + wayOf(flags[node])] = 1;
  }
  return used;
}

/** Whether some cell is missing that goes left at one threshold and right at another. */
export function needsBothWays(used: Uint8Array, cells: readonly Cells[], rows: number): boolean {
  return cells.some((column, a) => {
    if (used[3 * a + LEFT] === 0 || used[3 * a + RIGHT] === 0) return false;
    for (let row = 0; row < rows; row++) if (Number.isNaN(column[row])) return true;
    return false;
  });
}

export function columnsOf(used: Uint8Array, levels: Int32Array, limits: Limits, bothWays: boolean): Columns {
  const list: CodeColumn[] = [];
  const of = new Int32Array(used.length).fill(-1);
  for (let a = 0; a < levels.length; a++) {
    const greatest = limits.greatestCode(a);
    const add = (way: Way, greatest: number, missing: number) => {
      of[3 * a + way] = list.length;
      list.push({ attribute: a, way, greatest, missing });
    };
    if (used[3 * a + LEFT]) add(LEFT, greatest, 0);
    if (used[3 * a + RIGHT]) {
      if (used[3 * a + LEFT] && !bothWays) of[3 * a + RIGHT] = of[3 * a + LEFT];
      else add(RIGHT, greatest, greatest);
    }
    if (used[3 * a + LEVELS]) add(LEVELS, levels[a], levels[a]);
  }
  return { list, of };
}
