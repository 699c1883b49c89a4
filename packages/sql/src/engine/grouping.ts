import type { Statistic, Tally } from "coppice/engine";
import type { Entries } from "./entries.js";

/** How rows of an attribute's code are divided further, and what is summed. */
export interface Grouping {
  readonly by: readonly string[];
  readonly statistic: Statistic;
  /** Sums of a code: the classes, or three moments; 0 for ranks. */
  readonly width: number;
}

/**
 * The rows of a statement, by columns: attribute, node, code; then for moments their three sums, otherwise the target and the
 * weight. The same group may occur twice: among whole rows and among fractions.
 */
export interface Tallied {
  readonly entries: Entries;
  /** By attribute, the nodes that it was asked for; the statement may have answered for more. */
  readonly asked: ReadonlyMap<number, readonly number[]>;
  readonly columns: readonly Float64Array[];
  readonly count: number;
}

export function emptyTally(attribute: number, width: number): Tally {
  return {
    attribute,
    codes: new Int32Array(0),
    cells: new Float64Array(0),
    missing: new Float64Array(width),
  };
}
