/**
 * What `coppice` exports both in Node and in a page, except what imports the learners: see `learning.ts`. Separate, since
 * some bundlers include everything that an export list names as soon as one of its names is used.
 */
export { CoppiceError, ERROR_CODES, type ErrorCode, type ErrorFacts } from "../base/errors.js";
export type { ModelOf } from "../learn/fit.js";
export type {
  EnsembleLearner,
  Guarantees,
  Learner,
  OnProgress,
  RuleLearner,
  RunningFigure,
  TreeLearner,
} from "../learn/learner.js";
export type { LearnerName, OptionsOf } from "../learn/optionTypes.js";
export type { PruneChoice, PruneOptions } from "../learn/prune/pruneOptions.js";
export type { TreeOptions } from "../learn/treeOptions.js";
export { attributesRead } from "../model/attributesRead.js";
export type { Condition } from "../model/condition.js";
export type { Costs } from "../model/costs.js";
export {
  type Combination,
  type EnsembleModel,
  type EnsembleReport,
  type EnsembleSize,
  type EnsembleState,
  type Importance,
  type LearningCurve,
  type Members,
  memberCount,
} from "../model/ensemble.js";
export { loadModel, type ModelSource } from "../model/file/loadModel.js";
export { type SaveOptions, saveModel } from "../model/file/saveModel.js";
export type { Formula, FormulaTerm } from "../model/formula.js";
export { memberTree } from "../model/memberTree.js";
export { isEnsemble, isRules, isTree, type Model, type ModelSize, modelSize } from "../model/model.js";
export { modelJson } from "../model/modelJson.js";
export type { PackedTrees } from "../model/packed.js";
export { parseModel } from "../model/parse.js";
export type { Conclusion, ModelRule, RuleModel, RuleSize, ValueConclusion } from "../model/ruleSet.js";
export { branchOf, type Test, UNKNOWN } from "../model/test.js";
export {
  type ClassFacts,
  type Competitor,
  type Derived,
  isSplit,
  type LeafNode,
  type MissingRule,
  type NodeFacts,
  type PlainRule,
  type PruningRow,
  type SplitNode,
  type Surrogate,
  type SurrogateRule,
  sizeOf,
  type Task,
  type TreeModel,
  type TreeNode,
  type TreeSize,
  type ValueFacts,
} from "../model/tree.js";
export {
  type Predict,
  type PredictData,
  type Predicted,
  type PredictedClasses,
  type PredictedFor,
  type PredictedValues,
  type PredictFrom,
  type PredictOptions,
  predict,
} from "../predict/predict.js";
export {
  type Predictor,
  type PredictorOptions,
  predictor,
  type RowAnswer,
  type RowClass,
  type RowFacts,
  type RowValue,
} from "../predict/predictor.js";
export { proximities } from "../predict/proximities.js";
export type { NamedRow, Row, RowCell } from "../predict/rowCells.js";
export { type ByteSource, bytesOf } from "../source/bytes.js";
export type { GivenOptions } from "../source/checkReading.js";
export { type Format, type ReadOptions, type ReadResult, readFormat, readSource } from "../source/read.js";
export {
  type AsyncData,
  type ColumnsData,
  type TableData,
  type TableOptions,
  tableFrom,
} from "../source/tableFrom.js";
export type { Column, NominalColumn, NumericColumn } from "../table/column.js";
export { parseSchema } from "../table/declare.js";
export { type Remedy, type Wording, warningText } from "../table/remedy.js";
export type { ColumnSchema, ColumnType, Schema } from "../table/schema.js";
export { columnOf, makeTable, selectRows, type Table, type Warning } from "../table/table.js";
export type {
  ColumnDescription,
  LevelCount,
  NominalDescription,
  NumericDescription,
} from "../use/describe/describeColumn.js";
export { type DescribeOptions, type Description, describeTable } from "../use/describe/describeTable.js";
export type { ClassTarget, TargetDescription, ValueTarget } from "../use/describe/describeTarget.js";
export { type DescriptionTextOptions, descriptionText } from "../use/describe/descriptionText.js";
export type { Group } from "../use/describe/groups.js";
export type { Histogram } from "../use/describe/histogram.js";
export type { OneWay } from "../use/describe/oneWay.js";
export type { Cell } from "../use/describe/outcome.js";
export type { TwoWay } from "../use/describe/twoWay.js";
export { type ExplainOptions, explain } from "../use/explain/explain.js";
export type * from "../use/explain/explanation.js";
export { type ExplanationTextOptions, explanationText } from "../use/explain/explanationText.js";
export {
  type NearestChange,
  type NearestChangeOptions,
  nearestChange,
} from "../use/explain/nearestChange.js";
export { type AttributeImportance, importance } from "../use/importance.js";
export { toBinary } from "../use/simplify/toBinary.js";
export { type FeatureForm, type TransformOptions, transform } from "../use/transform/transform.js";
export type { AsyncFitRequest, FitInput, FitRequest, LearnerChoice, LearnerModule } from "./fitRequest.js";
