import { memberCount } from "../model/ensemble.js";
import { isEnsemble, type Model } from "../model/model.js";
import type { Table } from "../table/table.js";
import { type Prediction, predict } from "../use/predict/predict.js";
import { Crew } from "./crew.js";
import { WORKERS } from "./workerFile.js";

export interface PredictTogetherRequest {
  /** Unless given: one per core, or one where the work is over before another has started. */
  readonly threads?: number;
  /** The folder with the files that the threads run. */
  readonly workers?: URL;
}

/** A row goes down a tree in less time than a tree is grown from it: so much less is the work of one. */
const LIGHTER = 20;

/** `predict` on several threads, the calling one among them, for the many trees of an ensemble; the answers are the same. */
export async function predictTogether(
  model: Model,
  table: Table,
  { threads, workers = WORKERS }: PredictTogetherRequest = {},
): Promise<Prediction> {
  if (!isEnsemble(model) || model.members.kind !== "packed") return predict(model, table);
  const crew = new Crew(table, threads, workers);
  try {
    const { team } = await crew.team(memberCount(model) / LIGHTER);
    return predict(model, table, team);
  } finally {
    await crew.close();
  }
}
