import { CoppiceError } from "../../base/errors.js";
import { pause } from "../../base/pause.js";
import { type Problem, type ProblemRequest, prepare } from "../../engine/problem.js";
import type { Team } from "../../kernels/team.js";
import type { EnsembleModel, EnsembleState } from "../../model/ensemble.js";
import { columnSchema } from "../../table/column.js";
import type { Table } from "../../table/table.js";
import { checkTask } from "../checkTask.js";
import type {
  EnsembleLearned,
  EnsembleLearner,
  EnsembleSlice,
  EnsembleWork,
  OnProgress,
} from "../learner.js";
import { checkOptions } from "../options.js";
import { type Checkpoints, checkpointText, stateFrom } from "./checkpoint.js";

/** An ensemble made ready: everything checked, nothing learned. */
export interface EnsembleJob {
  readonly learner: EnsembleLearner;
  readonly options: Readonly<Record<string, unknown>>;
  readonly problem: Problem;
  readonly seed: number;
  readonly team?: Team;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  readonly checkpoint?: Checkpoints;
  readonly resume?: EnsembleState;
}

export interface EnsembleRequest extends ProblemRequest {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly seed?: number;
  readonly team?: Team;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  readonly checkpoint?: Checkpoints;
}

export function ensembleJob(table: Table, request: EnsembleRequest, learner: EnsembleLearner): EnsembleJob {
  const options = checkOptions(learner, request.options ?? {});
  const problem = prepare(table, request);
  checkTask(learner, problem);
  const { seed = 1, team, signal, onProgress, checkpoint } = request;
  const work = { learner: learner.name, options, seed, problem };
  return {
    ...(checkpoint && { checkpoint }),
    ...(checkpoint?.resume !== undefined && { resume: stateFrom(checkpoint.resume, work) }),
    learner,
    options,
    problem,
    seed,
    ...(team && { team }),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  };
}

export function runEnsemble(job: EnsembleJob): EnsembleModel {
  const work = workOf(job);
  const keeper = new Keeper(job);
  try {
    let step = work.next();
    while (!step.done) {
      report(job, step.value);
      if (keeper.isDue()) keeper.keep(step.value);
      step = work.next();
    }
    return modelOf(job, step.value);
  } finally {
    // Whatever the work holds of the team's memory is given back when it is left early.
    work.return(undefined as never);
  }
}

/** The same, with a pause between slices, in which others run. */
export async function runEnsembleAsync(job: EnsembleJob): Promise<EnsembleModel> {
  const work = workOf(job);
  const keeper = new Keeper(job);
  try {
    let step = work.next();
    while (!step.done) {
      report(job, step.value);
      if (keeper.isDue()) await keeper.keep(step.value);
      await pause();
      checkSignal(job);
      step = work.next();
    }
    return modelOf(job, step.value);
  } finally {
    work.return(undefined as never);
  }
}

function workOf({ learner, options, problem, seed, team, signal, resume }: EnsembleJob): EnsembleWork {
  return learner.learn(options, {
    problem,
    seed,
    ...(team && { team }),
    ...(signal && { signal }),
    ...(resume && { resume }),
  });
}

const EVERY = 10;

/** Writes a checkpoint after every so many slices. */
class Keeper {
  private slices = 0;

  constructor(private readonly job: EnsembleJob) {}

  isDue(): boolean {
    const { checkpoint } = this.job;
    return checkpoint?.write !== undefined && ++this.slices % (checkpoint.every ?? EVERY) === 0;
  }

  keep(slice: EnsembleSlice): void | Promise<void> {
    const { checkpoint, learner, options, seed, problem } = this.job;
    return checkpoint!.write!(
      checkpointText({ learner: learner.name, options, seed, problem }, slice.state()),
    );
  }
}

function report(job: EnsembleJob, { done, figure }: EnsembleSlice): void {
  checkSignal(job);
  job.onProgress?.(done, figure);
}

function checkSignal({ signal, learner }: EnsembleJob): void {
  if (signal?.aborted) throw new CoppiceError("ABORTED", `${learner.name} was stopped`);
}

function modelOf({ learner, options, problem, seed }: EnsembleJob, learned: EnsembleLearned): EnsembleModel {
  return {
    format: "coppice-ensemble",
    version: 1,
    learner: learner.name,
    options,
    task: problem.task,
    target: columnSchema(problem.target.column),
    attributes: problem.attributes.map(columnSchema),
    training: { rows: problem.rows, weight: problem.totalWeight, seed },
    combine: learned.combine,
    members: learned.members,
    ...(learned.report && { report: learned.report }),
  };
}
