/** `coppice/engine`: for authors of learners and of engines, which answer a learner's requests. */
export { hash, hashInteger } from "../base/chance.js";
export { poissonLimits } from "../base/poisson.js";
export * as z from "../base/schema.js";
export type { Bag } from "../engine/bag.js";
export type * from "../engine/boost/port.js";
export { CONTENT_KEYS } from "../engine/contentKeys.js";
export {
  type AsyncDataHandle,
  type BinnedRows,
  type BinRules,
  type DataHandle,
  type EngineOptions,
  isDataHandle,
  type LocalRows,
} from "../engine/data.js";
export { drive, driveAsync } from "../engine/drive.js";
export type { FigureSums } from "../engine/figureSums.js";
export { gridValues, gridWeights, quantum } from "../engine/grid.js";
export { memoryData } from "../engine/memory/data.js";
export { MemoryEngine } from "../engine/memory/engine.js";
export * from "../engine/port.js";
export { type Problem, type ProblemRequest, prepare } from "../engine/problem.js";
export type { RowChoice, RowOrder } from "../engine/rowChoice.js";
export type { LearningTask, TargetTask } from "../engine/task.js";
export { kernelsUsable, useKernels } from "../kernels/support.js";
export { SoloTeam, type Team } from "../kernels/team.js";
export { binEdges } from "../learn/coding/edges.js";
export {
  type FitJob,
  type FitTableRequest,
  fitData,
  fitJob,
  fitTable,
  fitTableAsync,
  fitWith,
  fitWithAsync,
} from "../learn/fit.js";
export type {
  EnsembleContext,
  EnsembleLearned,
  EnsembleLearner,
  EnsembleSlice,
  EnsembleWork,
  LearnContext,
  Learned,
  Learner,
  LearnerFacts,
  RuleContext,
  RuleLearner,
  RulesLearned,
  RuleWork,
  TreeLearner,
} from "../learn/learner.js";
export { checkOptions } from "../learn/options.js";
export { type PresetLearner, type TreePreset, treeLearner } from "../learn/treeLearner.js";
export { depthsOf } from "../model/tree.js";
export { type SumPlan, sumPlan } from "../predict/packedPlan.js";
export { type Prediction, predictTable } from "../predict/predictTable.js";
export { type BrowserTeamOptions, browserTeam, type ClosableTeam } from "./browserTeam.js";
