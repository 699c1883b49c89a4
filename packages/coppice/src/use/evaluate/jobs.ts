import { CoppiceError } from "../../base/errors.js";
import type { Prediction } from "../../predict/predictTable.js";
import { selectRows, type Table } from "../../table/table.js";

/** A learner, passed in since `use/` does not import the learners. */
export interface Trial<Model> {
  fit(train: Table, onProgress?: (share: number) => void): Model;
  predict(model: Model, test: Table): Prediction;
  sizeOf(model: Model): Readonly<Record<string, number>>;
  /** Seconds since an arbitrary fixed time. */
  clock(): number;
}

/** The training rows: listed, or all that are not test rows. */
export type TrainRows = Int32Array | "rest";

export function trainRows({ train, test }: Pick<Job, "train" | "test">, rows: number): Int32Array {
  if (train !== "rest") return train;
  const judged = new Uint8Array(rows);
  for (const row of test) judged[row] = 1;
  return Int32Array.from({ length: rows }, (_, row) => row).filter((row) => judged[row] === 0);
}

/** Every experiment is a list of jobs: train on some rows (a row may appear several times), test on others. */
export interface Job {
  /** Index of the trial. */
  readonly trial: number;
  readonly train: TrainRows;
  readonly test: Int32Array;
  /** Predict the training rows as well. */
  readonly alsoTrain?: boolean;
  readonly keepModel?: boolean;
  /** Names the job in error messages: `fold 3`. */
  readonly name: string;
}

export interface Outcome<Model = unknown> {
  readonly prediction: Prediction;
  readonly onTrain?: Prediction;
  readonly model?: Model;
  readonly size: Readonly<Record<string, number>>;
  readonly seconds: { readonly fit: number; readonly predict: number };
}

/** Called with a job that failed and its error. */
export type OnFailure = (job: Job, error: CoppiceError) => void;

/**
 * Runs jobs and returns their outcomes in the jobs' order, independently of where and in what order they ran. A job
 * that fails ends the run with its error; with `onFailure` it is only left out of the outcomes.
 */
export type Runner<Model = unknown> = (
  jobs: readonly Job[],
  onProgress?: (share: number) => void,
  onFailure?: OnFailure,
) => Promise<Outcome<Model>[]>;

/** Runs jobs sequentially on the calling thread. */
export function localRunner<Model>(trials: readonly Trial<Model>[], table: Table): Runner<Model> {
  return async (jobs, onProgress, onFailure) => runJobs(trials, table, jobs, onProgress, onFailure);
}

/** Runs jobs one after another: learns from the training rows and predicts the test rows. */
export function runJobs<Model>(
  trials: readonly Trial<Model>[],
  table: Table,
  jobs: readonly Job[],
  onProgress?: (share: number) => void,
  onFailure?: OnFailure,
): Outcome<Model>[] {
  return jobs.flatMap((job, i) => {
    const report = (share: number) => onProgress?.((i + share) / jobs.length);
    try {
      return [runJob(trials[job.trial], table, job, report)];
    } catch (error) {
      if (!onFailure || !(error instanceof CoppiceError)) throw error;
      onFailure(job, error);
      return [];
    } finally {
      report(1);
    }
  });
}

export function runJob<Model>(
  trial: Trial<Model>,
  table: Table,
  job: Job,
  onProgress?: (share: number) => void,
): Outcome<Model> {
  try {
    const train = selectRows(table, trainRows(job, table.rows));
    const { model, ...outcome } = runOnce(trial, train, selectRows(table, job.test), onProgress);
    return {
      ...outcome,
      ...(job.alsoTrain && { onTrain: trial.predict(model, train) }),
      ...(job.keepModel && { model }),
    };
  } catch (error) {
    throw namedError(job, error);
  }
}

/** The error of a job, prefixed with the job's name if it is a CoppiceError. */
export function namedError({ name }: Job, error: unknown): unknown {
  if (!(error instanceof CoppiceError)) return error;
  return new CoppiceError(error.code, `${name}: ${error.message}`, error.facts);
}

export function runOnce<Model>(
  trial: Trial<Model>,
  train: Table,
  test: Table,
  onProgress: ((share: number) => void) | undefined,
) {
  const started = trial.clock();
  const model = trial.fit(train, onProgress);
  const fitted = trial.clock();
  const prediction = trial.predict(model, test);
  const seconds = { fit: fitted - started, predict: trial.clock() - fitted };
  return { model, prediction, size: trial.sizeOf(model), seconds };
}
