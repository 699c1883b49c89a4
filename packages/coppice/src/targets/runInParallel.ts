import { type Model, modelSize } from "../model/model.js";
import type { Table } from "../table/table.js";
import { type FitInParallelRequest, fitInParallel } from "./fitInParallel.js";
import { predictInParallel } from "./predictInParallel.js";
import type { FitSpec } from "./trial.js";

export interface RunInParallelOptions
  extends Pick<FitInParallelRequest, "threads" | "workers" | "onProgress"> {
  /** Seconds since some fixed moment. */
  readonly clock?: () => number;
}

/**
 * Learns from one table and predicts another with all threads on one fit: for experiments that consist of a single job.
 * The outcome, except for the times, is that of one thread.
 */
export async function runInParallel(
  spec: FitSpec,
  train: Table,
  test: Table,
  { clock = () => performance.now() / 1000, onProgress, ...parallel }: RunInParallelOptions = {},
) {
  const started = clock();
  const model: Model = await fitInParallel(train, {
    ...spec,
    ...parallel,
    ...(onProgress && { onProgress }),
  });
  const fitted = clock();
  const prediction = await predictInParallel(model, test, parallel);
  const seconds = { fit: fitted - started, predict: clock() - fitted };
  return { model, prediction, size: { ...modelSize(model) }, seconds };
}
