import { memberCount } from "../model/ensemble.js";
import { isEnsemble, type Model } from "../model/model.js";
import { type Prediction, predictTable } from "../predict/predictTable.js";
import type { Table } from "../table/table.js";
import { WORKERS } from "./workerFile.js";
import { WorkerPool } from "./workerPool.js";

export interface PredictInParallelRequest {
  /** Unless given: one per core, or one where the work is over before another has started. */
  readonly threads?: number;
  /** The folder with the files that the threads run. */
  readonly workers?: URL;
}

/** A row goes down a tree in less time than a tree is grown from it: so much less is the work of one. */
const LIGHTER = 20;

/** `predict` on several threads, the calling one among them, for the many trees of an ensemble; the answers are the same. */
export async function predictInParallel(
  model: Model,
  table: Table,
  { threads, workers = WORKERS }: PredictInParallelRequest = {},
): Promise<Prediction> {
  if (!isEnsemble(model) || model.members.kind !== "packed") return predictTable(model, table);
  const pool = new WorkerPool(table, threads, workers);
  try {
    const { team } = await pool.team(memberCount(model) / LIGHTER);
    return predictTable(model, table, team);
  } finally {
    await pool.close();
  }
}
