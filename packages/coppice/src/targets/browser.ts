/** The library: what runs in a browser and in Node alike. Reading files from disk is in `coppice/node`. */
export { CoppiceError, ERROR_CODES, type ErrorCode, type ErrorFacts } from "../base/errors.js";
export { clausesText, clauseText } from "../clauses/clauseText.js";
export { definitionModel } from "../clauses/definitionModel.js";
export { type ClauseFigures, evaluateClauses } from "../clauses/evaluateClauses.js";
export { parseClauseText, type WrittenDefinition } from "../clauses/parseClauseText.js";
export { clausesProlog } from "../clauses/prolog.js";
export { deriveTuples, predictTuples } from "../clauses/tuples.js";
export { drive, driveAsync } from "../engine/drive.js";
export { MemoryEngine } from "../engine/memory/engine.js";
export type * from "../engine/port.js";
export { type Problem, type ProblemRequest, prepare } from "../engine/problem.js";
export { kernelsUsable, useKernels } from "../kernels/support.js";
export { SoloTeam, type Team } from "../kernels/team.js";
export {
  type FitJob,
  type FitRequest,
  fit,
  fitAsync,
  fitJob,
  fitWith,
  fitWithAsync,
  type ModelOf,
} from "../learn/fit.js";
export { evaluateFoil, type FoilEvaluation } from "../learn/foil/evaluateFoil.js";
export type { Examples } from "../learn/foil/examples.js";
export { type FoilRequest, foil, foilLearner } from "../learn/foil/foil.js";
export type {
  EnsembleContext,
  EnsembleLearner,
  EnsembleWork,
  Guarantees,
  LearnContext,
  Learner,
  OnProgress,
  RuleContext,
  RuleLearner,
  RuleWork,
  TreeLearner,
} from "../learn/learner.js";
export { missingStrategies } from "../learn/missing/strategies.js";
export { checkOptions, describeOptions, type OptionFacts } from "../learn/options.js";
export {
  type PruningSequence,
  pruneAt,
  pruningSequence,
  type SequenceOptions,
} from "../learn/prune/costComplexity.js";
export { cutAt } from "../learn/prune/cutAt.js";
export { type ErrorBound, expectedErrors } from "../learn/prune/errorBound.js";
export { type PruneRequest, prune } from "../learn/prune/prune.js";
export type { PruneChoice, PruneOptions } from "../learn/prune/pruneOptions.js";
export { type PrunedRules, pruneRules } from "../learn/prune/pruneRules.js";
export { removeNode } from "../learn/prune/removeNode.js";
export { learnerNamed, learners } from "../learn/registry.js";
export { type TreePreset, treeLearner } from "../learn/treeLearner.js";
export type { TreeOptions } from "../learn/treeOptions.js";
export * from "../model/clauses.js";
export type { Condition } from "../model/condition.js";
export * from "../model/ensemble.js";
export { type Formula, type FormulaTerm, formulaValue } from "../model/formula.js";
export { memberTree } from "../model/memberTree.js";
export * from "../model/model.js";
export { modelJson } from "../model/modelJson.js";
export type { PackedTrees } from "../model/packed.js";
export { parseModel } from "../model/parse.js";
export { parseClauses } from "../model/parseClauses.js";
export * from "../model/ruleSet.js";
export { branchOf, type Test, UNKNOWN } from "../model/test.js";
export * from "../model/tree.js";
export { type Predictor, predictor, type RowAnswer } from "../predict/predictor.js";
export { type Prediction, predictTable, predictTable as predict } from "../predict/predictTable.js";
export { proximities } from "../predict/proximities.js";
export type { Row, RowCell } from "../predict/rowCells.js";
export { type Truth, truthOf } from "../predict/truth.js";
export { type EnsembleRule, ensembleRules } from "../rules/ensembleRules.js";
export { formulaText } from "../rules/formulaText.js";
export { type HalfSpace, neededHalfSpaces } from "../rules/halfSpaces.js";
export {
  asRules,
  type JoinedRule,
  joinedRules,
  ruleModelOf,
  type SimplifyOptions,
  simplifiedRules,
} from "../rules/joinedRules.js";
export { joinedText } from "../rules/joinedText.js";
export { type ExpertRules, type ForbiddenRule, parseExpertRules } from "../rules/parse/parseExpertRules.js";
export { parseRules, type RuleWords } from "../rules/parse/parseRules.js";
export { gridMarkdown, type RuleGrid, ruleGrid } from "../rules/ruleGrid.js";
export { type RuleJson, type RulesJson, rulesJson } from "../rules/rulesJson.js";
export { rulesModule } from "../rules/rulesModule.js";
export { type Rule, rulesOf } from "../rules/rulesOf.js";
export { rulesText } from "../rules/rulesText.js";
export { votingRules } from "../rules/votingRules.js";
export { type ByteSource, bytesOf, gunzip } from "../source/bytes.js";
export {
  type Format,
  formatOf,
  type ReadOptions,
  type ReadResult,
  readFormat,
  readSource,
} from "../source/read.js";
export { type RelationsElsewhere, relationsInJson } from "../source/relationsJson.js";
export { relationsInTable, tuplesInTable } from "../source/relationsTable.js";
export type * from "../table/column.js";
export { parseSchema } from "../table/declare.js";
export { plainFolds, stratifiedFolds } from "../table/folds.js";
export { inspect } from "../table/infer.js";
export { makeRelations } from "../table/makeRelations.js";
export { type ConstantType, namesOf, type Relation, type Relations } from "../table/relations.js";
export type { RelationSource, RelationsSource } from "../table/relationsSource.js";
export type * from "../table/schema.js";
export { columnOf, makeTable, selectRows, type Table, type Warning } from "../table/table.js";
export type {
  ColumnDescription,
  LevelCount,
  NominalDescription,
  NumericDescription,
} from "../use/describe/describeColumn.js";
export {
  type DescribeOptions,
  type Description,
  describeTable,
  tableCount,
} from "../use/describe/describeTable.js";
export type { ClassTarget, TargetDescription, ValueTarget } from "../use/describe/describeTarget.js";
export { type DescriptionPageOptions, descriptionPage } from "../use/describe/descriptionPage.js";
export { type DescriptionTextOptions, descriptionText } from "../use/describe/descriptionText.js";
export type { Group } from "../use/describe/groups.js";
export type { Histogram } from "../use/describe/histogram.js";
export type { OneWay } from "../use/describe/oneWay.js";
export type { Cell } from "../use/describe/outcome.js";
export type { TwoWay } from "../use/describe/twoWay.js";
export { drawChart } from "../use/draw/chart.js";
export { comparisonText, drawComparison } from "../use/draw/comparePlot.js";
export { curveText, drawCurve } from "../use/draw/curvePlot.js";
export { drawDot } from "../use/draw/dot.js";
export { drawEnsembleReport, drawLearningCurves } from "../use/draw/ensembleReport.js";
export { ensembleText } from "../use/draw/ensembleText.js";
export { drawReport } from "../use/draw/html.js";
export { drawPruning } from "../use/draw/pruningPlot.js";
export { pruningPlotText, pruningText } from "../use/draw/pruningPlotText.js";
export {
  drawPrecisionRecall,
  drawRoc,
  precisionRecallText,
  type RankSeries,
  rocText,
} from "../use/draw/rankPlots.js";
export { drawRuleReport } from "../use/draw/ruleReport.js";
export { drawSvg } from "../use/draw/svg.js";
export { type Series, type TerminalPlotOptions, terminalPlot } from "../use/draw/terminalPlot.js";
export { drawText } from "../use/draw/text.js";
export { balancedAccuracy, kappa, matthews } from "../use/evaluate/agreement.js";
export { type Assessment, assess, type Known } from "../use/evaluate/assess.js";
export * from "../use/evaluate/biasVariance.js";
export { type Bootstrap632, bootstrap632 } from "../use/evaluate/bootstrap632.js";
export * from "../use/evaluate/compare.js";
export { crossValidate, holdOut } from "../use/evaluate/crossValidate.js";
export * from "../use/evaluate/curves.js";
export {
  type Interval,
  type MeanFigures,
  meanFigures,
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
export { knownTarget } from "../use/evaluate/knownTarget.js";
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
export { explain } from "../use/explain/explain.js";
export type * from "../use/explain/explanation.js";
export { explanationJson } from "../use/explain/explanationJson.js";
export { type ExplanationTextOptions, explanationText } from "../use/explain/explanationText.js";
export { toBinary } from "../use/simplify/toBinary.js";
export { type BrowserTeamOptions, browserTeam, type ClosableTeam } from "./browserTeam.js";
export { type FitSpec, trialOf } from "./trial.js";
