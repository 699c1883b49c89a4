import { availableParallelism } from "node:os";
import { kernelsUsable } from "../kernels/support.js";
import { SoloTeam, type Team } from "../kernels/team.js";
import { type EnsembleModel, memberCount } from "../model/ensemble.js";
import { isEnsemble, isTree, type Model } from "../model/model.js";
import type { PackedTrees } from "../model/packed.js";
import { byReadyKernel } from "../predict/byKernel.js";
import { prepareTrees } from "../predict/packedSums.js";
import { predictBy } from "../predict/predictBy.js";
import { type Prediction, predictTable } from "../predict/predictTable.js";
import type { Table } from "../table/table.js";
import { NodeTeam } from "./nodeTeam.js";
import { hasWorkers, WORKERS, workerFile } from "./workerFile.js";
import { WorkerPool } from "./workerPool.js";

export interface PredictInParallelRequest {
  /** Default: one per core, or a single one if the work would be done before another has started. */
  readonly threads?: number;
  /** The folder with the files that the threads run. */
  readonly workers?: URL;
}

/** Growing a tree from a row takes about this many times as long as predicting the row with it. */
const GROW_TO_PREDICT_RATIO = 20;

/** `predictTable` on several threads including the calling one, for ensembles; the predictions are identical. */
export async function predictInParallel(
  model: Model,
  table: Table,
  { threads, workers = WORKERS }: PredictInParallelRequest = {},
): Promise<Prediction> {
  if (packedIn(model) === undefined) return predictTable(model, table);
  const pool = new WorkerPool(table, threads, workers);
  try {
    const { team } = await pool.team(memberCount(model as EnsembleModel) / GROW_TO_PREDICT_RATIO);
    return predictTable(model, table, team);
  } finally {
    await pool.close();
  }
}

function packedIn(model: Model): PackedTrees | undefined {
  return isEnsemble(model) && model.members.kind === "packed" ? model.members.trees : undefined;
}

/** A model that is about to predict a table. */
export interface PreparedModel {
  predict(table: Table): Promise<Prediction>;
  /** Ends the threads. */
  close(): Promise<void>;
}

/**
 * Makes a model ready before its table is read: starts threads, and lays out its trees. For tables that are worth it:
 * starting a thread takes longer than predicting a small one.
 */
export async function prepareModel(
  model: Model,
  { threads = availableParallelism(), workers = WORKERS }: PredictInParallelRequest = {},
): Promise<PreparedModel> {
  if (isTree(model)) {
    const traversal = byReadyKernel(model);
    return { predict: async (table) => predictBy(traversal, model, table), close: async () => {} };
  }
  const trees = packedIn(model);
  if (trees === undefined || !kernelsUsable()) {
    return { predict: async (table) => predictTable(model, table), close: async () => {} };
  }
  const many =
    threads > 1 && hasWorkers(workers)
      ? await new NodeTeam({ threads, worker: workerFile("teamWorker", workers) }).ready()
      : undefined;
  const team: Team = many ?? new SoloTeam();
  prepareTrees(model as EnsembleModel, trees, team);
  return {
    predict: async (table) => predictTable(model, table, team),
    close: async () => many?.close(),
  };
}
