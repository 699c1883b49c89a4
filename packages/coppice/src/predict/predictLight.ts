import { checkOptions } from "../base/checkOptions.js";
import type { Model } from "../model/model.js";
import { plainShapes } from "../source/shapes/plainShapes.js";
import type { PlainData } from "../source/shapes/shapeOf.js";
import { bindRead } from "./bindRead.js";
import { type PredictFrom, predictDataBy } from "./predictDataBy.js";
import { PREDICTOR_OPTIONS, type Predictor, type PredictorOptions, predictorBy } from "./predictorBy.js";
import { byWalking } from "./treeTraversal.js";

/**
 * The model's predictions: for rows, columns or a matrix, or for a single row given by attribute name. Without kernels:
 * identical predictions to those of `coppice`, slower for many rows and deep ensembles.
 */
export const predict: PredictFrom<PlainData> = /* @__PURE__ */ predictDataBy(
  byWalking,
  plainShapes,
  bindRead,
);

/** Prepares a model for predicting one row at a time. The predictions are those of `predict`. */
export function predictor<M extends Model>(model: M, options: PredictorOptions = {}): Predictor<M["task"]> {
  checkOptions("predictor", options, PREDICTOR_OPTIONS);
  return predictorBy(byWalking, model, options);
}
