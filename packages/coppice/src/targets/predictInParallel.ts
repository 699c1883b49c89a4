import { kernelsUsable } from "../kernels/support.js";
import { SoloTeam, type Team } from "../kernels/team.js";
import { takeTrainingSums } from "../learn/ensemble/trainingSums.js";
import { type EnsembleModel, memberCount } from "../model/ensemble.js";
import { isEnsemble, isTree, type Model } from "../model/model.js";
import type { PackedTrees } from "../model/packed.js";
import type { TreeModel } from "../model/tree.js";
import { bind } from "../predict/bind.js";
import { byKernel, byReadyKernel } from "../predict/byKernel.js";
import { prepareTrees } from "../predict/packedSums.js";
import { predictBy } from "../predict/predictBy.js";
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
  const known = isEnsemble(model) ? takeTrainingSums(model, table) : undefined;
  if (known) return predictSums(model, table, known);
  if (packedIn(model) === undefined) return predictTable(model, table);
  const pool = new WorkerPool(table, threads, workers, given);
  try {
    const { team } = await pool.team(predictionWork(model));
    return predictTable(model, table, team);
  } finally {
    await pool.close();
  }
}

/** The predictions of a model whose sums are known, by row and output. The cells of the table are not read. */
export function predictSums(model: Model, table: Table, sums: Float64Array): Prediction {
  return predictBy({ ...byKernel, known: sums }, bind, model, table);
}

function packedIn(model: Model): PackedTrees | undefined {
  return isEnsemble(model) && model.members.kind === "packed" ? model.members.trees : undefined;
}

/** A model whose trees are laid out. */
export interface PreparedModel {
  predict(table: Table): Prediction;
}

/** Lays out a model's trees before its table is read, in the memory of the threads if there are any. */
export async function prepareModel(model: Model, threads?: NodeTeam): Promise<PreparedModel> {
  const trees = packedIn(model);
  const hasKernel = isTree(model) || trees !== undefined;
  if (!hasKernel || !kernelsUsable()) return { predict: (table) => predictTable(model, table) };
  const team: Team = (await threads?.ready()) ?? new SoloTeam();
  if (trees === undefined) {
    const tree = model as TreeModel;
    const traversal = byReadyKernel(tree, team);
    return { predict: (table) => predictBy(traversal, bind, tree, table) };
  }
  prepareTrees(model as EnsembleModel, trees, team);
  return { predict: (table) => predictTable(model, table, team) };
}
