import { type Problem, type ProblemRequest, prepare } from "../../engine/problem.js";
import type { Team } from "../../kernels/team.js";
import type { EnsembleModel, EnsembleState } from "../../model/ensemble.js";
import type { Model } from "../../model/model.js";
import { writable } from "../../model/modelJson.js";
import type { Derived } from "../../model/tree.js";
import type { Table } from "../../table/table.js";
import { checkTask } from "../checkTask.js";
import type {
  EnsembleLearned,
  EnsembleLearner,
  EnsembleSlice,
  EnsembleWork,
  OnProgress,
} from "../learner.js";
import { completeRows, type Prepared, prepareMissing } from "../missing/preparation.js";
import { headOf } from "../modelHead.js";
import { checkForTask, checkOptions } from "../options.js";
import { checkSignal, runSlices, runSlicesAsync } from "../slices.js";
import { addStringPool } from "../strings/pool.js";
import { withoutUnusedSteps } from "../strings/unusedSteps.js";
import { type Checkpoints, stateFrom } from "./checkpoint.js";
import { continued } from "./continued.js";
import { Keeper } from "./keeper.js";
import { stepOf } from "./stepOf.js";
import { keepTrainingSums } from "./trainingSums.js";

export { fitEnsembleData } from "./runData.js";

/** An ensemble made ready: everything checked, nothing learned. */
export interface EnsembleJob {
  readonly learner: EnsembleLearner;
  readonly options: Readonly<Record<string, unknown>>;
  /** The rows as the learner sees them: missing values may have been filled, rows dropped, attributes added. */
  readonly problem: Problem;
  /** What was done to them, and must be done to rows to predict. */
  readonly derived?: readonly Derived[];
  readonly seed: number;
  readonly team?: Team;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  readonly checkpoint?: Checkpoints;
  readonly resume?: EnsembleState;
  readonly continueFrom?: EnsembleModel;
  /** The table whose predictions will be asked for, if its rows are those of the problem. */
  readonly scored?: Table;
}

export interface EnsembleRequest extends ProblemRequest {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly seed?: number;
  readonly team?: Team;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  readonly checkpoint?: Checkpoints;
  /** A model to go on from. */
  readonly continueFrom?: Model;
  /** The model's predictions for the table will be asked for: what is known of them is kept (`takeTrainingSums`). */
  readonly wantsScores?: boolean;
}

export function ensembleJob(table: Table, request: EnsembleRequest, learner: EnsembleLearner): EnsembleJob {
  const { continueFrom: from } = request;
  if (from === undefined) return plainJob(table, request, learner);
  const { model, aligned, ...own } = continued(from, table, request, learner);
  return { ...plainJob(aligned, { ...request, ...own }, learner), continueFrom: model };
}

function plainJob(table: Table, request: EnsembleRequest, learner: EnsembleLearner): EnsembleJob {
  const options = checkOptions(learner, request.options ?? {});
  const whole = prepare(table, request);
  checkTask(learner, whole);
  checkForTask(learner, request.options ?? {}, whole.task);
  const choices = learner.missing?.(options);
  const ready: Prepared = choices
    ? prepareMissing(completeRows(whole, choices), undefined, choices)
    : { grown: whole };
  const { seed = 1, team, signal, onProgress, checkpoint } = request;
  const { grown: problem, derived } = learner.strings ? ready : addStringPool(ready, options, seed);
  const work = { learner: learner.name, options, seed, problem };
  return {
    ...(checkpoint && { checkpoint }),
    ...(checkpoint?.resume !== undefined && { resume: stateFrom(checkpoint.resume, work) }),
    learner,
    options,
    problem,
    ...(derived && { derived }),
    seed,
    ...(team && { team }),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
    ...(request.wantsScores &&
      !derived &&
      request.rowKey === undefined &&
      problem.rows === table.rows && { scored: table }),
  };
}

export function runEnsemble(job: EnsembleJob): EnsembleModel {
  const keeper = new Keeper(job);
  const learned = runSlices(workOf(job), (slice) => {
    report(job, slice);
    if (keeper.isDue()) keeper.keep(slice);
  });
  return modelOf(job, learned);
}

/** The same, with a pause between slices, in which others run. */
export async function runEnsembleAsync(job: EnsembleJob): Promise<EnsembleModel> {
  const keeper = new Keeper(job);
  const between = async (slice: EnsembleSlice) => {
    report(job, slice);
    if (keeper.isDue()) await keeper.keep(slice);
  };
  const learned = await runSlicesAsync(workOf(job), between, () => checkSignal(job.signal, job.learner.name));
  return modelOf(job, learned);
}

function workOf({
  learner,
  options,
  problem,
  seed,
  team,
  signal,
  resume,
  continueFrom,
  scored,
}: EnsembleJob): EnsembleWork {
  return learner.learn(options, {
    problem,
    seed,
    ...(team && { team }),
    ...(signal && { signal }),
    ...(resume && { resume }),
    ...(continueFrom && { continueFrom }),
    ...(scored && { wantsScores: true }),
  });
}

function report({ signal, learner, onProgress }: EnsembleJob, slice: EnsembleSlice): void {
  checkSignal(signal, learner.name);
  onProgress?.(slice.done, slice.figure, stepOf(slice));
}

function modelOf(job: EnsembleJob, learned: EnsembleLearned): EnsembleModel {
  const { combine, members, costs, neighbours, report, scores } = learned;
  const model: EnsembleModel = {
    format: "coppice-ensemble",
    ...headOf(job),
    combine,
    ...(costs && { costs }),
    ...(job.derived && { derived: job.derived }),
    ...(neighbours && { neighbours }),
    ...(report && { report }),
    members: writable(members),
  };
  if (scores && job.scored) keepTrainingSums(model, job.scored, scores);
  return withoutUnusedSteps(model);
}
