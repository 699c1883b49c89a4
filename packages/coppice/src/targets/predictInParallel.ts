import { memberCount } from "../model/ensemble.js";
import { isEnsemble, type Model } from "../model/model.js";
import { type Prediction, predictTable } from "../predict/predictTable.js";
import type { Table } from "../table/table.js";
import type { NodeTeam } from "./nodeTeam.js";
import { WORKERS } from "./workerFile.js";
import { WorkerPool } from "./workerPool.js";

export interface PredictInParallelRequest {
  /** Default: one per core, or a single one if the work would be done before another has started. */
  readonly threads?: number;
  /** The folder with the files that the threads run. */
  readonly workers?: URL;
  /** Threads started earlier, to be used if there is enough work; they are not ended. */
  readonly team?: NodeTeam | undefined;
}

/** Growing a tree from a row takes about this many times as long as predicting the row with it. */
const GROW_TO_PREDICT_RATIO = 20;

/** What predicting a row costs, in trees grown from it. */
export function predictionWork(model: Model): number {
  return isEnsemble(model) ? memberCount(model) / GROW_TO_PREDICT_RATIO : 0;
}

/** `predictTable` on several threads including the calling one, for ensembles; the predictions are identical. */
export async function predictInParallel(
  model: Model,
  table: Table,
  { threads, workers = WORKERS, team: given }: PredictInParallelRequest = {},
): Promise<Prediction> {
  if (!isEnsemble(model) || model.members.kind !== "packed") return predictTable(model, table);
  const pool = new WorkerPool(table, threads, workers, given);
  try {
    const { team } = await pool.team(predictionWork(model));
    return predictTable(model, table, team);
  } finally {
    await pool.close();
  }
}
