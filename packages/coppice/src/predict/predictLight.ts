import type { Model } from "../model/model.js";
import { type Predict, predictDataBy } from "./predictDataBy.js";
import { type Predictor, type PredictorOptions, predictorBy } from "./predictorBy.js";
import { byWalking } from "./treeTraversal.js";

/** `predict` without kernels: identical predictions, slower for many rows and deep ensembles. */
export const predict: Predict = /* @__PURE__ */ predictDataBy(byWalking);

/** `predictor` without kernels. */
export function predictor<M extends Model>(model: M, options: PredictorOptions = {}): Predictor<M["task"]> {
  return predictorBy(byWalking, model, options);
}
