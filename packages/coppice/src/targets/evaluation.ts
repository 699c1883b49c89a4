/** What `coppice/evaluate` exports both in Node and in a page; `crossValidate` differs between the two. */
export { type ErrorBound, expectedErrors } from "../learn/prune/errorBound.js";
export { firstTrees } from "../model/firstTrees.js";
export { type Prediction, predictTable } from "../predict/predictTable.js";
export { type Truth, truthOf } from "../predict/truth.js";
export { firstEqualRows } from "../table/duplicates.js";
export { type Folds, plainFolds, stratifiedFolds } from "../table/folds.js";
export { groupedFolds } from "../table/groupedFolds.js";
export { type KnownTarget, knownTarget } from "../table/training/knownTarget.js";
export {
  type Training,
  type TrainingInput,
  type TrainingRequest,
  trainingFrom,
} from "../table/training/trainingFrom.js";
export { balancedAccuracy, kappa, matthews } from "../use/evaluate/agreement.js";
export { type Assessment, assess, type FoldReport, type WeightedTruth } from "../use/evaluate/assess.js";
export { assessFolds, holdOut } from "../use/evaluate/assessFolds.js";
export * from "../use/evaluate/biasVariance.js";
export { type Bootstrap632, bootstrap632 } from "../use/evaluate/bootstrap632.js";
export {
  type Calibration,
  type CalibrationBin,
  type CalibrationOptions,
  calibration,
} from "../use/evaluate/calibration.js";
export * from "../use/evaluate/compare.js";
export * from "../use/evaluate/curves.js";
export {
  type Interval,
  type MeanFigures,
  meanFigures,
  rmseInterval,
  shareInterval,
  wilson,
} from "../use/evaluate/intervals.js";
export {
  type Job,
  localRunner,
  type Outcome,
  type Runner,
  runJobs,
  type Trial,
} from "../use/evaluate/jobs.js";
export * from "../use/evaluate/metrics.js";
export {
  macroOf,
  type RankFigures,
  type RocPoint,
  rankFigures,
  rankFor,
  rocCurve,
} from "../use/evaluate/ranking.js";
export { type Score, scoreOf } from "../use/evaluate/score.js";
export * from "../use/evaluate/significance.js";
export {
  bootstrapSplits,
  foldSplits,
  holdOutSplit,
  jobsOf,
  leaveOneOut,
  resubstitution,
  type Split,
} from "../use/evaluate/splits.js";
export {
  agreement,
  type StabilityReport,
  type StabilityRequest,
  stability,
  type TreeLikeness,
  treeLikeness,
} from "../use/evaluate/stability.js";
export { type FitSpec, trialOf } from "./trial.js";
