import { availableParallelism } from "node:os";
import { MemoryEngine } from "../engine/memory/engine.js";
import { kernelsUsable } from "../kernels/support.js";
import type { Checkpoints } from "../learn/ensemble/checkpoint.js";
import { fitAsync, fitJob, fitSteps, growTree } from "../learn/fit.js";
import { isEnsembleLearner, type OnProgress } from "../learn/learner.js";
import { learnerNamed } from "../learn/registry.js";
import type { Model } from "../model/ensemble.js";
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
  readonly onProgress?: OnProgress;
  /** Heard where the learner pauses: between the trees of an ensemble, not within one. */
  readonly signal?: AbortSignal;
  /** For learners of many trees. */
  readonly checkpoint?: Checkpoints;
  /** The folder with the files that the threads run. */
  readonly workers?: URL;
}

/** Cells × trees below which one thread is faster: another takes 50 to 200 ms to start. */
const SMALL = 1_000_000;
/** Trees of an ensemble, where nothing is known of it but that they are many. */
const MANY = 100;

/**
 * `fit` on several threads, the calling one among them: it is busy until the model is there. Where a fit asks for many
 * trees, as pruning by cross-validation does, each thread grows some of them; otherwise all work on the one together.
 * The model is the same on any number of threads.
 */
export async function fitTogether(table: Table, request: FitTogetherRequest): Promise<Model> {
  const { threads: asked, workers = WORKERS, ...rest } = request;
  const crew = new Crew(table, asked, workers);
  try {
    return await (isEnsembleLearner(learnerNamed(request.learner))
      ? fitAsync(table, { ...rest, ...(await crew.team(MANY)) })
      : fitTree(table, rest, crew));
  } finally {
    await crew.close();
  }
}

async function fitTree(
  table: Table,
  { onProgress, signal, ...recipe }: Omit<FitTogetherRequest, "threads" | "workers">,
  crew: Crew,
): Promise<TreeModel> {
  const heard = { ...(onProgress && { onProgress }), ...(signal && { signal }) };
  const steps = fitSteps(fitJob(table, { ...recipe, ...heard }));
  let step = steps.next();
  while (!step.done) {
    const trees = step.value;
    const threads = Math.min(crew.threadsFor(trees.length), trees.length);
    if (threads > 1) {
      const some = { threads, file: workerFile("treeWorker", crew.workers) };
      step = steps.next(await growTogether(trees, { table: sharedTable(table), recipe }, some));
    } else {
      const { team } = await crew.team(trees.length);
      step = steps.next(trees.map((tree) => growTree(tree(), (problem) => new MemoryEngine(problem, team))));
    }
  }
  return step.value;
}

/** The threads of one fit. */
class Crew {
  private made: Promise<NodeTeam> | undefined;

  constructor(
    private readonly table: Table,
    private readonly asked: number | undefined,
    readonly workers: URL,
  ) {}

  threadsFor(trees: number): number {
    const { rows, columns } = this.table;
    const threads = this.asked ?? (rows * columns.length * trees < SMALL ? 1 : availableParallelism());
    return threads > 1 && hasWorkers(this.workers) ? threads : 1;
  }

  /** A team, where there is work for one, when all of its threads are up. */
  async team(trees: number): Promise<{ team?: NodeTeam }> {
    const threads = this.threadsFor(trees);
    if (threads === 1 || !kernelsUsable()) return {};
    this.made ??= new NodeTeam({ threads, worker: workerFile("teamWorker", this.workers) }).ready();
    return { team: await this.made };
  }

  async close(): Promise<void> {
    await (await this.made?.catch(() => undefined))?.close();
  }
}
