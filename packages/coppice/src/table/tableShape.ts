/** What a table is like, as far as it decides which parts of a kernel for one tree will run. */
export interface TableShape {
  /** The number of classes; 0 if the target is numeric. */
  readonly classes: number;
  /** Whether an attribute has levels. */
  readonly levels: boolean;
  /** Whether all numbers are integers from 0 to 63. */
  readonly whole: boolean;
}

/** The same, and what else decides which kernel will run. */
export interface ExpectedTable extends TableShape {
  /** Whether a number has a fraction. */
  readonly fractions: boolean;
}
