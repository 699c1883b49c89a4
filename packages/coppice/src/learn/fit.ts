import { CoppiceError } from "../base/errors.js";
import { MemoryEngine } from "../engine/memory/engine.js";
import { type ProblemRequest, prepare } from "../engine/problem.js";
import type { Team } from "../kernels/team.js";
import type { EnsembleModel } from "../model/ensemble.js";
import type { Model } from "../model/model.js";
import type { RuleModel } from "../model/ruleSet.js";
import type { TreeModel } from "../model/tree.js";
import type { Table, Warning } from "../table/table.js";
import type { Checkpoints } from "./ensemble/checkpoint.js";
import { ensembleJob, runEnsemble, runEnsembleAsync } from "./ensemble/run.js";
import { fitWarnings } from "./fitWarnings.js";
import {
  type EnsembleLearner,
  isTreeLearner,
  type Learner,
  type OnProgress,
  type RuleLearner,
  type TreeLearner,
} from "./learner.js";
import { checkForTask, checkOptions } from "./options.js";
import {
  type EnsembleLearnerName,
  learnerNamed,
  type RuleLearnerName,
  type TreeLearnerName,
} from "./registry.js";
import { learnsNoRules } from "./rules/guided.js";
import { ruleJob, runRules, runRulesAsync } from "./rules/run.js";
import { type FitJob, fitWith, fitWithAsync, treeJob } from "./treeJob.js";
import { yieldingEngine } from "./yieldingEngine.js";

export {
  type FitJob,
  type FitSteps,
  fitSteps,
  fitWith,
  fitWithAsync,
  growTree,
  type TreeToGrow,
} from "./treeJob.js";

export interface FitRequest<L extends string | Learner = string | Learner> extends ProblemRequest {
  /** A learner's name, or a learner of your own. */
  readonly learner: L;
  readonly options?: Readonly<Record<string, unknown>>;
  /** For learners of rules: rules that are locked, given or forbidden, as `parseExpertRules` reads them. */
  readonly rules?: string;
  /** For whatever is left to chance; the same seed gives the same model. */
  readonly seed?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  /** Told of what the fit cannot heed, though it is no error, before it begins (see `fitWarnings`). */
  readonly onWarning?: (warning: Warning) => void;
  /** Threads to learn with; the model is the same without. */
  readonly team?: Team;
  /** For learners of many trees: state kept now and then, and taken up again. */
  readonly checkpoint?: Checkpoints;
}

/** What a learner gives, where its name or its kind tell; a name that is only known when it runs may give any. */
export type ModelOf<L extends string | Learner> = L extends TreeLearner | TreeLearnerName
  ? TreeModel
  : L extends EnsembleLearner | EnsembleLearnerName
    ? EnsembleModel
    : L extends RuleLearner | RuleLearnerName
      ? RuleModel
      : Model;

/** Learns a model from a table in memory. */
export function fit<const L extends string | Learner>(table: Table, request: FitRequest<L>): ModelOf<L>;
export function fit(table: Table, request: FitRequest): Model {
  const learner = learnerFor(request);
  warn(table, request);
  if (learner.kind === "ensemble") return runEnsemble(ensembleJob(table, request, learner));
  if (learner.kind === "rules") return runRules(ruleJob(table, request, learner));
  return fitWith(fitJob(table, request), (problem) => new MemoryEngine(problem, request.team));
}

/** The same, letting others run now and then: a page stays alive, and `signal` can be heard. */
export function fitAsync<const L extends string | Learner>(
  table: Table,
  request: FitRequest<L>,
): Promise<ModelOf<L>>;
export async function fitAsync(table: Table, request: FitRequest): Promise<Model> {
  const learner = learnerFor(request);
  warn(table, request);
  if (learner.kind === "ensemble") return runEnsembleAsync(ensembleJob(table, request, learner));
  if (learner.kind === "rules") return runRulesAsync(ruleJob(table, request, learner));
  return fitWithAsync(fitJob(table, request), (problem) =>
    yieldingEngine(new MemoryEngine(problem, request.team)),
  );
}

function learnerFor({ learner: asked, rules }: FitRequest): Learner {
  const learner = typeof asked === "string" ? learnerNamed(asked) : asked;
  if (rules !== undefined && learner.kind !== "rules") throw learnsNoRules(learner.name);
  return learner;
}

function warn(table: Table, request: FitRequest): void {
  const { onWarning } = request;
  if (onWarning) for (const warning of fitWarnings(table, request)) onWarning(warning);
}

export function fitJob(table: Table, request: FitRequest): FitJob {
  const learner = learnerFor(request);
  if (!isTreeLearner(learner)) throw needsRows(learner);
  const options = checkOptions(learner, request.options ?? {});
  const { signal, onProgress, seed = 1 } = request;
  const context = { seed, ...(signal && { signal }), ...(onProgress && { onProgress }) };
  const problem = prepare(table, request);
  checkForTask(learner, request.options ?? {}, problem.task);
  return treeJob(problem, learner, options, context);
}

function needsRows({ name }: Learner): CoppiceError {
  return new CoppiceError(
    "LEARNER_ROWS",
    `${name} needs the rows in memory: use fit or fitAsync, not a conversation with an engine`,
    { name },
  );
}
