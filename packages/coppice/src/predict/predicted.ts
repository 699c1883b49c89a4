import type { Task } from "../model/head.js";
import type { Model } from "../model/model.js";
import type { Warning } from "../table/table.js";
import type { Prediction } from "./prediction.js";

/** A model's predictions for the rows of a table. */
export type Predicted = PredictedClasses | PredictedValues;

export interface PredictedClasses {
  readonly kind: "classification";
  /** The names of the classes, in the order of their codes. */
  readonly classes: readonly string[];
  /** The predicted class of each row. */
  readonly labels: readonly string[];
  /** The same as indexes into `classes`. */
  readonly codes: Int32Array;
  /** By class name, the probability in each row. */
  readonly probabilities: Readonly<Record<string, Float64Array>>;
  readonly warnings: readonly Warning[];
}

export interface PredictedValues {
  readonly kind: "regression";
  readonly values: Float64Array;
  readonly warnings: readonly Warning[];
}

export type PredictedFor<T extends Task> = T extends "classification" ? PredictedClasses : PredictedValues;

/** A prediction with class names. Labels and columns of probabilities are created when they are first read. */
export function named({ target }: Model, prediction: Prediction): Predicted {
  if (prediction.kind === "regression") return prediction;
  const { labels: codes, probabilities, warnings } = prediction;
  const classes = target.levels ?? [];
  const result = { kind: "classification", classes, codes, warnings } as const;
  const withLabels = lazily(result, "labels", () => Array.from(codes, (code) => classes[code]));
  return lazily(withLabels, "probabilities", () => byClass(classes, probabilities));
}

function byClass(classes: readonly string[], flat: Float64Array): Record<string, Float64Array> {
  const rows = flat.length / classes.length;
  // fromEntries creates own properties, whatever the classes' names.
  return Object.fromEntries(
    classes.map((name, k) => [
      name,
      Float64Array.from({ length: rows }, (_, row) => flat[row * classes.length + k]),
    ]),
  );
}

/** The object with a property that is computed when it is first read, and plain data from then on. */
function lazily<T extends object, K extends string, V>(
  object: T,
  name: K,
  make: () => V,
): T & { readonly [key in K]: V } {
  Object.defineProperty(object, name, {
    configurable: true,
    enumerable: true,
    get() {
      const value = make();
      Object.defineProperty(object, name, { value, enumerable: true });
      return value;
    },
  });
  return object as T & { readonly [key in K]: V };
}
