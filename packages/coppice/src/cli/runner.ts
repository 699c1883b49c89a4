import type { Model } from "../model/model.js";
import { threadRunner } from "../targets/threadRunner.js";
import type { FitSpec } from "../targets/trial.js";
import type { Runner } from "../use/evaluate/jobs.js";
import type { Io } from "./io.js";
import { progressOf } from "./progress.js";
import type { Training } from "./readTraining.js";

/** Does an experiment's jobs on as many threads as asked, with a bar where somebody watches. */
export function runnerOf(
  io: Io,
  label: string,
  training: Training,
  recipes: readonly FitSpec[],
  threads: number | undefined,
): Runner<Model> {
  const options = { clock: io.clock, ...(threads !== undefined && { threads }) };
  const run = threadRunner(training.table, recipes, options);
  return async (jobs, _, onFailure) => {
    const progress = progressOf(io, label);
    try {
      return await run(jobs, progress.update, onFailure);
    } finally {
      progress.stop();
    }
  };
}
