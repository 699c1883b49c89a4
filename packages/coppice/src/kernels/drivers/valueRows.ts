import type { Column } from "../../table/column.js";

/** Rows below which the kernel is not worth its compilation, and up to which it works from shorter entries. */
export interface ValueTreeSizes {
  least: number;
  middle: number;
  small: number;
}

/** A node's rows as the kernel reads them. */
export interface ValueRows {
  readonly count: number;
  readonly columns: readonly Column[];
  /** Absent: all of them. */
  readonly rows?: Int32Array;
  readonly units: Float64Array;
  readonly weights?: Float64Array;
  /** Weights that are not integers up to 255, which do not fit into an entry. */
  readonly heavy: boolean;
  /** The lowest unit and the greatest weight. */
  readonly lowest: number;
  readonly heaviest: number;
  /** The grids of weight·u and weight·u². */
  readonly quantum1: number;
  readonly quantum: number;
  /** Bits of a row's position, and of position and weight together if it is there, in an entry. */
  readonly rowBits: number;
  readonly shift: number;
  readonly mostLevels: number;
}

/** The learner's stopping rules and its tolerance for equal gains. */
export interface ValueTreeRules {
  readonly tolerance: number;
  readonly minSplit: number;
  readonly minLeaf: number;
  readonly maxDepth?: number;
  readonly zeroGain: boolean;
}
