import { allShapes } from "../source/shapes/allShapes.js";
import { bind } from "./bind.js";
import { byKernel } from "./byKernel.js";
import { type Predict, predictDataBy } from "./predictDataBy.js";

export type { Predict, PredictData, PredictFrom, PredictOptions } from "./predictDataBy.js";
export type { Predicted, PredictedClasses, PredictedFor, PredictedValues } from "./predicted.js";

/**
 * The model's predictions: for the rows of any data that `tableFrom` accepts, or for a single row given by attribute
 * name. The data is read with the model's types and levels, so nothing is inferred, and columns that the model does
 * not use are ignored.
 */
export const predict: Predict = /* @__PURE__ */ predictDataBy(byKernel, allShapes, bind);
