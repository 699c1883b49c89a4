import { byKernel } from "./byKernel.js";
import { type Predict, predictDataBy } from "./predictDataBy.js";

export type { Predict, PredictData, PredictOptions } from "./predictDataBy.js";
export type { Predicted, PredictedClasses, PredictedFor, PredictedValues } from "./predicted.js";

/**
 * What a model predicts: for the rows of any data that `tableFrom` takes, or for a single row by attribute name. The data
 * is read in the model's own terms, so nothing is inferred and columns that it does not use are ignored.
 */
export const predict: Predict = /* @__PURE__ */ predictDataBy(byKernel);
