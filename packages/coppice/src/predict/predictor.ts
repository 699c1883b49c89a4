import { checkOptions } from "../base/checkOptions.js";
import type { Model } from "../model/model.js";
import { byKernel } from "./byKernel.js";
import { PREDICTOR_OPTIONS, type Predictor, type PredictorOptions, predictorBy } from "./predictorBy.js";

export type {
  Predictor,
  PredictorOptions,
  RowAnswer,
  RowClass,
  RowFacts,
  RowValue,
} from "./predictorBy.js";

/** Prepares a model for predicting one row at a time. The predictions are those of `predict`. */
export function predictor<M extends Model>(model: M, options: PredictorOptions = {}): Predictor<M["task"]> {
  checkOptions("predictor", options, PREDICTOR_OPTIONS);
  return predictorBy(byKernel, model, options);
}
