import type { Warning } from "../table/table.js";

export interface ClassPrediction {
  readonly kind: "classification";
  /** A class per row: an index into the target's levels. */
  readonly labels: Int32Array;
  /** rows x classes, one row after the other; each row sums to 1. */
  readonly probabilities: Float64Array;
  /** The classes of the labels: the levels of the model's target. */
  readonly classes?: readonly string[];
  readonly warnings: readonly Warning[];
}

export interface ValuePrediction {
  readonly kind: "regression";
  readonly values: Float64Array;
  readonly warnings: readonly Warning[];
}

export type Prediction = ClassPrediction | ValuePrediction;

/** A prediction without the warnings about the table. */
export type Answers = Omit<ClassPrediction, "warnings"> | Omit<ValuePrediction, "warnings">;
