// What a page does differently from Node: it loads the kernels of prediction when they are worth it (`onceLoaded`).
import { checkOptions } from "../base/checkOptions.js";
import { loadModel as load, type ModelSource } from "../model/file/loadModel.js";
import type { Model } from "../model/model.js";
import { bind } from "../predict/bind.js";
import { onceLoaded, readyToPredict } from "../predict/onceLoaded.js";
import { type Predict, predictDataBy } from "../predict/predictDataBy.js";
import {
  PREDICTOR_OPTIONS,
  type Predictor,
  type PredictorOptions,
  predictorBy,
} from "../predict/predictorBy.js";
import { allShapes } from "../source/shapes/allShapes.js";

/**
 * The model's predictions: for the rows of any data that `tableFrom` accepts, or for a single row given by attribute
 * name. The data is read with the model's types and levels, so nothing is inferred, and columns that the model does
 * not use are ignored.
 */
export const predict: Predict = /* @__PURE__ */ predictDataBy(onceLoaded, allShapes, bind);

/** Prepares a model for predicting one row at a time. The predictions are those of `predict`. */
export function predictor<M extends Model>(model: M, options: PredictorOptions = {}): Predictor<M["task"]> {
  checkOptions("predictor", options, PREDICTOR_OPTIONS);
  return predictorBy(onceLoaded, model, options);
}

/**
 * A model from a file's content: JSON or compact, with or without gzip, as detected from the first bytes. Takes bytes, text,
 * a Blob, a Response (as `fetch` gives it) or parsed JSON.
 */
export function loadModel(source: ModelSource): Promise<Model>;
export async function loadModel(...given: [ModelSource]): Promise<Model> {
  return readyToPredict(await load(...given));
}
