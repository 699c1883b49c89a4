import type { ColumnSchema } from "../table/schema.js";

export type Task = "classification" | "regression";

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
  readonly training: { readonly rows: number; readonly weight: number; readonly seed: number };
}
