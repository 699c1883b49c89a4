import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { CoppiceError } from "../base/errors.js";
import { kernelsUsable } from "../kernels/support.js";
import type { Model } from "../model/model.js";
import { selectRows, type Table } from "../table/table.js";
import {
  type Job,
  localRunner,
  namedError,
  type OnFailure,
  type Outcome,
  type Runner,
  trainRows,
} from "../use/evaluate/jobs.js";
import { errorOf } from "./failure.js";
import type { Reply, WorkerData } from "./foldWorker.js";
import { predictInParallel } from "./predictInParallel.js";
import { runInParallel } from "./runInParallel.js";
import { sharedTable } from "./sharedTable.js";
import { stopped } from "./stopped.js";
import { type FitSpec, trialOf } from "./trial.js";

export interface ThreadOptions {
  /** Default: one per core, or a single one if the work would be done before a thread has started. */
  readonly threads?: number;
  /** Seconds since some fixed moment, for jobs done on this thread. */
  readonly clock?: () => number;
  /** The file that the threads run. */
  readonly worker?: URL;
  /** Whether work on a single thread, too, is done off the calling thread. */
  readonly elsewhere?: boolean;
  /** Cancels the work immediately, unless it is done on the calling thread. */
  readonly signal?: AbortSignal;
}

const WORKER = new URL("./foldWorker.js", import.meta.url);

/**
 * Cells × jobs below which one thread is faster: starting another and compiling the learner there takes up to half a
 * second, while a cell takes a quarter to half a microsecond (measured on spambase and adult).
 */
const SMALL = 5_000_000;

/** Runs jobs on several threads. The outcomes, except for the times, are identical to those of `localRunner`. */
export function threadRunner(
  table: Table,
  recipes: readonly FitSpec[],
  options: ThreadOptions = {},
): Runner<Model> {
  return async (jobs, onProgress, onFailure) => {
    if (jobs.length === 1) return runSingleJob(table, recipes, jobs[0], options, onProgress, onFailure);
    const threads = threadCount(table, jobs.length, options);
    if (threads > 1 || options.elsewhere)
      return new Pool(
        { table: sharedTable(table), recipes, kernels: kernelsUsable() },
        jobs,
        options,
        onProgress,
        onFailure,
      ).run(threads);
    const trials = recipes.map((spec) => trialOf(spec, options.clock));
    return localRunner(trials, table)(jobs, onProgress, onFailure);
  };
}

/** A single job uses all threads. */
async function runSingleJob(
  table: Table,
  recipes: readonly FitSpec[],
  job: Job,
  { worker, ...options }: ThreadOptions,
  onProgress: ((share: number) => void) | undefined,
  onFailure: OnFailure | undefined,
): Promise<Outcome<Model>[]> {
  const parallel = { ...options, ...(worker && { workers: new URL(".", worker) }) };
  const report = onProgress ? { onProgress: (share: number) => onProgress(share) } : {};
  try {
    const train = selectRows(table, trainRows(job, table.rows));
    const test = selectRows(table, job.test);
    const { model, ...outcome } = await runInParallel(recipes[job.trial], train, test, {
      ...parallel,
      ...report,
    });
    const onTrain = job.alsoTrain && (await predictInParallel(model, train, parallel));
    return [{ ...outcome, ...(onTrain && { onTrain }), ...(job.keepModel && { model }) }];
  } catch (thrown) {
    const error = namedError(job, thrown);
    if (!onFailure || !(error instanceof CoppiceError)) throw error;
    onFailure(job, error);
    return [];
  }
}

/** The number of threads for these jobs: the one given, otherwise one per core, or 1 for small tables. */
export function threadCount(table: Table, jobs: number, { threads, worker = WORKER }: ThreadOptions): number {
  if (threads !== undefined) return Math.min(threads, jobs);
  const isSmall = table.rows * table.columns.length * jobs < SMALL;
  // A program that is bundled into one file, or run from its source, has no worker files.
  if (isSmall || !existsSync(fileURLToPath(worker))) return 1;
  return Math.min(availableParallelism(), jobs);
}

/** Jobs are handed out in order, one at a time to each thread. */
class Pool {
  private readonly outcomes: Outcome<Model>[] = [];
  private readonly failures = new Map<number, Error>();
  private isOver = false;
  private next = 0;
  private done = 0;

  constructor(
    private readonly data: WorkerData,
    private readonly jobs: readonly Job[],
    private readonly options: ThreadOptions,
    private readonly onProgress: ((share: number) => void) | undefined,
    private readonly onFailure: OnFailure | undefined,
  ) {}

  async run(threads: number): Promise<Outcome<Model>[]> {
    const url = this.options.worker ?? WORKER;
    const workers = Array.from({ length: threads }, () => new Worker(url, { workerData: this.data }));
    const { signal } = this.options;
    let abort = () => {};
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(stopped());
      signal?.addEventListener("abort", abort, { once: true });
    });
    try {
      await Promise.race([aborted, Promise.all(workers.map((worker) => this.feed(worker)))]);
    } finally {
      signal?.removeEventListener("abort", abort);
      await Promise.all(workers.map((worker) => worker.terminate()));
    }
    const failed = [...this.failures.keys()].sort((a, b) => a - b);
    // Every job before a failed one was handed out too, so the first is the failure that one thread would have met.
    for (const at of failed) {
      const error = this.failures.get(at)!;
      if (!this.goesOnAfter(error)) throw error;
      this.onFailure?.(this.jobs[at], error);
    }
    return this.outcomes.filter((_, at) => !this.failures.has(at));
  }

  private async feed(worker: Worker): Promise<void> {
    while (this.next < this.jobs.length && !this.isOver) {
      const at = this.next++;
      const reply = await ask(worker, this.jobs[at]);
      if ("outcome" in reply) this.outcomes[at] = reply.outcome as Outcome<Model>;
      else this.fail(at, errorOf(reply));
      this.onProgress?.(++this.done / this.jobs.length);
    }
  }

  private fail(at: number, error: Error): void {
    this.failures.set(at, error);
    if (!this.goesOnAfter(error)) this.isOver = true;
  }

  private goesOnAfter(error: Error): error is CoppiceError {
    return this.onFailure !== undefined && error instanceof CoppiceError;
  }
}

function ask(worker: Worker, job: Job): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const clear = () => {
      worker.off("message", answered);
      worker.off("error", failed);
      worker.off("exit", exited);
    };
    const answered = (reply: Reply) => {
      clear();
      resolve(reply);
    };
    const failed = (error: Error) => {
      clear();
      reject(error);
    };
    const exited = (code: number) =>
      failed(
        new CoppiceError("THREAD_DIED", `a thread ended before its work was done: it exited with ${code}`),
      );
    worker.on("message", answered);
    worker.on("error", failed);
    worker.on("exit", exited);
    worker.postMessage(job);
  });
}
