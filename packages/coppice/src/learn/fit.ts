import type { AsyncDataHandle, DataHandle } from "../engine/data.js";
import type { EnsembleModel } from "../model/ensemble.js";
import type { Model } from "../model/model.js";
import type { RuleModel } from "../model/ruleSet.js";
import type { TreeModel } from "../model/tree.js";
import type { Table } from "../table/table.js";
import { continuesNothing } from "./continuesNothing.js";
import { ensembleJob, runEnsemble, runEnsembleAsync } from "./ensemble/run.js";
import { fitEnsembleData } from "./ensemble/runData.js";
import type { FitTableRequest } from "./fitTableRequest.js";
import { fitWarnings } from "./fitWarnings.js";
import {
  type EnsembleLearner,
  isTreeLearner,
  type Learner,
  learnerUnder,
  type RuleLearner,
  type TreeLearner,
} from "./learner.js";
import { needsRows } from "./needsRows.js";
import {
  type EnsembleLearnerName,
  learnerNamed,
  type RuleLearnerName,
  type TreeLearnerName,
} from "./registry.js";
import { learnsNoRules } from "./rules/learnsNoRules.js";
import { ruleJob, runRules, runRulesAsync } from "./rules/run.js";
import { fitWith, fitWithAsync } from "./runTreeJob.js";
import { type DataRequest, dataJobAsync, tableJob } from "./tableJob.js";
import type { FitJob } from "./treeJob.js";

export type { FitTableRequest } from "./fitTableRequest.js";
export { fitWith, fitWithAsync, growTree } from "./runTreeJob.js";
export type { FitJob } from "./treeJob.js";
export { type FitSteps, fitSteps, type TreeToGrow } from "./treeSteps.js";

/** Learners of one tree, or of a committee if the option `members` or `neighbours` asks for it. */
type CommitteeName = "modelTree" | "logisticLeaves";

/** The model type that a learner returns, inferred from its name. A name of type `string` gives `Model`. */
export type ModelOf<L> = L extends CommitteeName | { readonly ensemble: object }
  ? TreeModel | EnsembleModel
  : L extends TreeLearner | TreeLearnerName
    ? TreeModel
    : L extends EnsembleLearner | EnsembleLearnerName
      ? EnsembleModel
      : L extends RuleLearner | RuleLearnerName
        ? RuleModel
        : Model;

/** Learns a model from a table in memory. */
export function fitTable<const L extends string | Learner>(
  table: Table,
  request: FitTableRequest<L>,
): ModelOf<L>;
export function fitTable(table: Table, request: FitTableRequest): Model {
  const learner = learnerFor(request);
  warn(table, request);
  if (learner.kind === "ensemble") return runEnsemble(ensembleJob(table, request, learner));
  if (learner.kind === "rules") return runRules(ruleJob(table, request, learner));
  return fitWith(fitJob(table, request), undefined, request.team);
}

/** Like `fitTable`, but yields to the event loop between steps, so a page stays responsive and `signal` can cancel it. */
export function fitTableAsync<const L extends string | Learner>(
  table: Table,
  request: FitTableRequest<L>,
): Promise<ModelOf<L>>;
export async function fitTableAsync(table: Table, request: FitTableRequest): Promise<Model> {
  const learner = learnerFor(request);
  warn(table, request);
  if (learner.kind === "ensemble") return runEnsembleAsync(ensembleJob(table, request, learner));
  if (learner.kind === "rules") return runRulesAsync(ruleJob(table, request, learner));
  return fitWithAsync(fitJob(table, request));
}

/**
 * Learns from the rows of a handle, wherever they are. Learners and options that look at cells need a handle whose rows
 * are in this process. The handle stays open. A name of type `string` is taken for that of a learner of one tree.
 */
export function fitData<const L extends string | Learner>(
  data: DataHandle | AsyncDataHandle,
  request: DataRequest & Pick<FitTableRequest<L>, "learner">,
): Promise<string extends L ? TreeModel : ModelOf<L>>;
export async function fitData(
  data: DataHandle | AsyncDataHandle,
  request: DataRequest & Pick<FitTableRequest, "learner">,
): Promise<Model> {
  const { learner: asked, options } = request;
  const learner = learnerUnder(typeof asked === "string" ? learnerNamed(asked) : asked, options);
  if (learner.kind === "ensemble") return fitEnsembleData(data, learner, request);
  if (!isTreeLearner(learner)) throw needsRows(learner);
  return fitWithAsync((await dataJobAsync(data, learner, request)) as FitJob);
}

function learnerFor({ learner: asked, rules, options, continueFrom }: FitTableRequest): Learner {
  const learner = learnerUnder(typeof asked === "string" ? learnerNamed(asked) : asked, options);
  if (rules !== undefined && learner.kind !== "rules") throw learnsNoRules(learner.name);
  if (continueFrom && learner.kind !== "ensemble") throw continuesNothing(learner.name);
  return learner;
}

function warn(table: Table, request: FitTableRequest): void {
  const { onWarning } = request;
  if (onWarning) for (const warning of fitWarnings(table, request)) onWarning(warning);
}

/** A fit as a job for an engine; only tree learners work through one. */
export function fitJob(table: Table, request: FitTableRequest): FitJob {
  const learner = learnerFor(request);
  if (!isTreeLearner(learner)) throw needsRows(learner);
  return tableJob(table, learner, request);
}
