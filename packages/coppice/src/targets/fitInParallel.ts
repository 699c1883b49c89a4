import type { Checkpoints } from "../learn/ensemble/checkpoint.js";
import { fitJob, fitSteps, fitTableAsync } from "../learn/fit.js";
import { growAll, growFirst } from "../learn/growTogether.js";
import { type Learner, learnerUnder, type OnProgress } from "../learn/learner.js";
import { holdFunctions } from "../learn/recorded.js";
import { learnerNamed } from "../learn/registry.js";
import type { Model } from "../model/model.js";
import type { TreeModel } from "../model/tree.js";
import type { Table } from "../table/table.js";
import { growInParallel } from "./growInParallel.js";
import type { NodeTeam } from "./nodeTeam.js";
import { sharedTable } from "./sharedTable.js";
import type { FitSpec } from "./trial.js";
import { WORKERS, workerFile } from "./workerFile.js";
import { WorkerPool } from "./workerPool.js";

export interface FitInParallelRequest extends Omit<FitSpec, "learner"> {
  /** A learner's name, or a learner of your own. */
  readonly learner: string | Learner;
  /** Default: one per core, or a single one if the work would be done before another has started. */
  readonly threads?: number;
  readonly onProgress?: OnProgress;
  /** Checked where the learner yields: between the trees of an ensemble, not within a tree. */
  readonly signal?: AbortSignal;
  /** For ensembles. */
  readonly checkpoint?: Checkpoints;
  /** The folder with the files that the threads run. */
  readonly workers?: URL;
  /** `predictInParallel` will be asked for the predictions for this table: what learning knows of them is kept. */
  readonly wantsScores?: boolean;
  /** Threads started earlier, to be used if there is enough work; they are not ended. */
  readonly team?: NodeTeam | undefined;
}

/**
 * Cells × trees below which growing whole trees on other threads does not pay: each must start and compile the learner.
 * Measured: at 6 million one thread takes 0.79 s and two 0.90.
 */
const FEW_CELLS = 16_000_000;
/** An ensemble's number of trees for the estimate of its work; the actual number is not known here. */
const ASSUMED_TREES = 100;

/** For the choice of threads: the number of trees that all threads of a team work on; none of a rule learner. */
export function treesExpected({ kind }: Pick<Learner, "kind">): number {
  if (kind === "rules") return 0;
  return kind === "ensemble" ? ASSUMED_TREES : 1;
}

/**
 * `fitTable` on several threads including the calling one, which is busy until the model is complete. All work on the first
 * tree together. If a fit needs more of them, as pruning by cross-validation does, each thread grows some: those of the team
 * by kernel, or, if the first tree was not grown by one, threads that learn as the calling one does.
 * The model is the same on any number of threads.
 */
export async function fitInParallel(table: Table, request: FitInParallelRequest): Promise<Model> {
  const { threads: asked, workers = WORKERS, team, wantsScores = false, ...rest } = request;
  const pool = new WorkerPool(table, asked, workers, team);
  try {
    const { learner } = request;
    const { kind } = learnerUnder(
      typeof learner === "string" ? learnerNamed(learner) : learner,
      request.options,
    );
    // Rules are learned one after the other: there is no work for a second thread.
    if (kind === "rules") return await fitTableAsync(table, rest);
    // Other threads know learners by name only: a user's own learner grows its trees here, with their help.
    return await (kind === "ensemble" || typeof learner !== "string"
      ? fitTableAsync(table, { ...rest, wantsScores, ...(await pool.team(ASSUMED_TREES)) })
      : fitTree(table, { ...rest, learner }, pool));
  } finally {
    await pool.close();
  }
}

async function fitTree(
  table: Table,
  { onProgress, signal, ...spec }: FitSpec & Pick<FitInParallelRequest, "onProgress" | "signal">,
  pool: WorkerPool,
): Promise<TreeModel> {
  const hooks = { ...(onProgress && { onProgress }), ...(signal && { signal }) };
  const steps = fitSteps(fitJob(table, { ...spec, ...hooks }));
  let step = steps.next();
  while (!step.done) {
    const trees = step.value;
    const { team } = await pool.team(trees.length);
    const first = growFirst(trees[0](), team);
    const threads = Math.min(pool.threadsFor(trees.length, FEW_CELLS), trees.length - 1);
    if (threads > 1 && first.whole === undefined && !holdFunctions(spec.options ?? {})) {
      const some = { threads, file: workerFile("treeWorker", pool.workers) };
      step = steps.next(await growInParallel(trees, first.model, { table: sharedTable(table), spec }, some));
    } else step = steps.next(growAll(first, trees.slice(1), team));
  }
  return step.value;
}
