/** The rows of one group, or of one group of each of two attributes. */
export interface Cell {
  readonly rows: number;
  /** Rows of each of the target's classes, in the order of the target's description. */
  readonly counts?: readonly number[];
  /** Of a numeric target; absent without rows. */
  readonly mean?: number;
  /** Of a numeric target, as of a sample: absent below two rows. */
  readonly sd?: number;
}

/** Rows that move one by one from the right side of a threshold to the left. */
export interface Scan {
  move(row: number): void;
  /** Of the two sides together, each as `impurity` has it. */
  impurity(): number;
}

/** What there is to tell about each row. Impurities are rows × entropy in bits, or sums of squares about the mean. */
export interface Outcome {
  readonly task: "classification" | "regression" | "none";
  readonly rows: number;
  /** Of rows order[from, to). */
  impurity(order: Int32Array, from: number, to: number): number;
  /** All of `order` on the right side. */
  scan(order: Int32Array): Scan;
  /** One for each group, given each row's group. */
  cells(codes: Int32Array, groups: number): Cell[];
}
