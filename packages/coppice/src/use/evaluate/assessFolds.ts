import type { Truth } from "../../predict/truth.js";
import type { Folds } from "../../table/folds.js";
import type { Table } from "../../table/table.js";
import { type Assessment, assess } from "./assess.js";
import { type Outcome, runJobs, runOnce, type Trial } from "./jobs.js";
import { scoreOf } from "./score.js";
import { foldSplits, jobsOf, resubstitution } from "./splits.js";

export type { Assessment, FoldReport } from "./assess.js";
export type { Trial } from "./jobs.js";

/** Every row has a known target; `truth`, `folds` and `weights` follow the table's rows. */
export interface AssessRequest {
  readonly table: Table;
  readonly truth: Truth;
  readonly folds: Folds;
  readonly weights?: Float64Array | undefined;
  /** Share of the work done, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** Cross-validates one trial on the given folds. */
export function assessFolds<Model>(trial: Trial<Model>, request: AssessRequest): Assessment {
  const splits = foldSplits(request.folds);
  return assess(request, splits, runJobs([trial], request.table, jobsOf(splits), request.onProgress));
}

/** One model trained on `train` and scored on `test`. */
export function holdOut<Model>(
  trial: Trial<Model>,
  train: Table,
  request: Omit<AssessRequest, "folds">,
): Assessment {
  return assessTest(request, runOnce(trial, train, request.table, request.onProgress));
}

/** The score of one model on test rows. */
export function assessTest(
  { table, truth, weights }: Omit<AssessRequest, "folds">,
  { prediction, size, seconds }: Outcome,
): Assessment {
  const score = scoreOf(truth, prediction, weights);
  const [{ test: rows }] = resubstitution(table.rows);
  return {
    score,
    perFold: [{ fold: 0, rows: table.rows, score, size }],
    size,
    seconds,
    prediction,
    pooled: { rows, splits: new Int32Array(table.rows), truth, prediction, weights, passes: 1 },
    warnings: prediction.warnings,
  };
}
