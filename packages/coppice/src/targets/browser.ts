/** The library: what runs in a browser and in Node alike. Reading files from disk is in `coppice/node`. */
export { CoppiceError, ERROR_CODES, type ErrorCode, type ErrorFacts } from "../base/errors.js";
export { drive, driveAsync } from "../engine/drive.js";
export { MemoryEngine } from "../engine/memory/engine.js";
export type * from "../engine/port.js";
export { type Problem, type ProblemRequest, prepare } from "../engine/problem.js";
export { type FitJob, type FitRequest, fit, fitJob, fitWith, fitWithAsync } from "../learn/fit.js";
export type { LearnContext, Learner, Promises } from "../learn/learner.js";
export { checkOptions, describeOptions, type OptionFacts } from "../learn/options.js";
export { learnerNamed, learners } from "../learn/registry.js";
export { type TreePreset, treeLearner } from "../learn/treeLearner.js";
export type { TreeOptions } from "../learn/treeOptions.js";
export { parseModel } from "../model/parse.js";
export { branchOf, type Test, UNKNOWN } from "../model/test.js";
export * from "../model/tree.js";
export { type ByteSource, bytesOf, gunzip } from "../source/bytes.js";
export {
  type Format,
  formatOf,
  type ReadOptions,
  type ReadResult,
  readFormat,
  readSource,
} from "../source/read.js";
export type * from "../table/column.js";
export { parseSchema } from "../table/declare.js";
export { inspect } from "../table/infer.js";
export type * from "../table/schema.js";
export { columnOf, makeTable, selectRows, type Table, type Warning } from "../table/table.js";
export { drawDot } from "../use/draw/dot.js";
export { drawReport } from "../use/draw/html.js";
export { drawSvg } from "../use/draw/svg.js";
export { drawText } from "../use/draw/text.js";
export { crossValidate, holdOut } from "../use/evaluate/crossValidate.js";
export { plainFolds, stratifiedFolds } from "../use/evaluate/folds.js";
export * from "../use/evaluate/metrics.js";
export { type Prediction, predict } from "../use/predict/predict.js";
export { rulesJson, rulesOf } from "../use/rules/rulesOf.js";
export { rulesText } from "../use/rules/rulesText.js";
export { toBinary } from "../use/simplify/toBinary.js";
