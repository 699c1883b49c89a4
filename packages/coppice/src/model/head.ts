import type { ColumnSchema } from "../table/schema.js";

export type Task = "classification" | "regression";

/** The mean absolute error, around medians; or the greatest error, around midranges. */
export type LeafError = "absolute" | "worst";

/** What all models have in common: how and from what they were learned. */
export interface ModelHead {
  readonly version: 2;
  readonly learner: string;
  /** The options it was fitted with, defaults included. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly task: Task;
  /** With `levels` for classification: the classes, in code order. */
  readonly target: ColumnSchema;
  /** What the attribute indexes of tests and conditions mean. */
  readonly attributes: readonly ColumnSchema[];
  /** Regression: what the `error` of a leaf or a rule is; absent: the mean squared error. */
  readonly leafError?: LeafError;
  readonly training: { readonly rows: number; readonly weight: number; readonly seed: number };
}
