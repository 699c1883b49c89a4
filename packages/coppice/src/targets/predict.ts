/** `coppice/predict`: loads models and predicts with them, nothing else; for pages that only predict. */
export { CoppiceError, type ErrorCode, type ErrorFacts } from "../base/errors.js";
export type { EnsembleModel } from "../model/ensemble.js";
export { loadModel } from "../model/file/loadForPrediction.js";
export type { ModelSource } from "../model/file/modelSource.js";
export type { Task } from "../model/head.js";
export type { Model } from "../model/model.js";
export { parseModel } from "../model/parseForPrediction.js";
export type { RuleModel } from "../model/ruleSet.js";
export type { TreeModel } from "../model/tree.js";
export type { PredictFrom, PredictOptions } from "../predict/predictDataBy.js";
export type {
  Predicted,
  PredictedClasses,
  PredictedFor,
  PredictedValues,
} from "../predict/predicted.js";
export { predict, predictor } from "../predict/predictLight.js";
export type {
  Predictor,
  PredictorOptions,
  RowAnswer,
  RowClass,
  RowFacts,
  RowValue,
} from "../predict/predictorBy.js";
export type { NamedRow, Row, RowCell } from "../predict/rowCells.js";
export type { ColumnsData, PlainData } from "../source/shapes/shapeOf.js";
