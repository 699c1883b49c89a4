/** The rows of one group, or of the intersection of a group of each of two attributes. */
export interface Cell {
  readonly rows: number;
  /** Rows of each of the target's classes, in the order of the target's description. */
  readonly counts?: readonly number[];
  /** For a numeric target; absent without rows. */
  readonly mean?: number;
  /** For a numeric target: the sample standard deviation; absent for fewer than two rows. */
  readonly sd?: number;
}

/** Moves rows one by one from the right side of a threshold to the left. */
export interface Scan {
  move(row: number): void;
  /** The sum of both sides' `impurity`. */
  impurity(): number;
}

/**
 * The target that attributes are compared with. Impurities are rows × entropy in bits, or sums of squares about the
 * mean.
 */
export interface Outcome {
  readonly task: "classification" | "regression" | "none";
  readonly rows: number;
  /** The impurity of rows order[from, to). */
  impurity(order: Int32Array, from: number, to: number): number;
  /** Starts with all of `order` on the right side. */
  scan(order: Int32Array): Scan;
  /** One cell per group, given each row's group. */
  cells(codes: Int32Array, groups: number): Cell[];
}
