import { availableParallelism } from "node:os";
import { MemoryEngine } from "../engine/memory/engine.js";
import { kernelsUsable } from "../kernels/support.js";
import { fitJob, fitSteps, growTree } from "../learn/fit.js";
import type { TreeModel } from "../model/tree.js";
import type { Table } from "../table/table.js";
import { growTogether } from "./growTogether.js";
import { NodeTeam } from "./nodeTeam.js";
import { sharedTable } from "./sharedTable.js";
import type { Recipe } from "./trial.js";
import { hasWorkers, WORKERS, workerFile } from "./workerFile.js";

export interface FitTogetherRequest extends Recipe {
  /** Unless given: one per core, or one where the work is over before another has started. */
  readonly threads?: number;
  readonly onProgress?: (share: number) => void;
  /** The folder with the files that the threads run. */
  readonly workers?: URL;
}

/** Cells × trees below which one thread is faster: another takes 50 to 200 ms to start. */
const SMALL = 1_000_000;

/**
 * `fit` on several threads, the calling one among them: it is busy until the model is there. Where a fit asks for many
 * trees, as pruning by cross-validation does, each thread grows some of them; otherwise all work on the one together.
 * The model is the same on any number of threads.
 */
export async function fitTogether(table: Table, request: FitTogetherRequest): Promise<TreeModel> {
  const { threads: asked, workers = WORKERS, onProgress, ...recipe } = request;
  const steps = fitSteps(fitJob(table, { ...recipe, ...(onProgress && { onProgress }) }));
  let step = steps.next();
  const threads = threadsFor(table, step.done ? 1 : step.value.length, asked, workers);
  let team: NodeTeam | undefined;
  try {
    while (!step.done) {
      const trees = step.value;
      if (trees.length > 1 && threads > 1) {
        const some = { threads: Math.min(threads, trees.length), file: workerFile("treeWorker", workers) };
        step = steps.next(await growTogether(trees, { table: sharedTable(table), recipe }, some));
      } else {
        if (threads > 1 && kernelsUsable()) {
          team ??= new NodeTeam({ threads, worker: workerFile("teamWorker", workers) });
        }
        step = steps.next(
          trees.map((tree) => growTree(tree(), (problem) => new MemoryEngine(problem, team))),
        );
      }
    }
    return step.value;
  } finally {
    await team?.close();
  }
}

function threadsFor(table: Table, trees: number, asked: number | undefined, workers: URL): number {
  const isSmall = table.rows * table.columns.length * trees < SMALL;
  const threads = asked ?? (isSmall ? 1 : availableParallelism());
  return threads > 1 && hasWorkers(workers) ? threads : 1;
}
