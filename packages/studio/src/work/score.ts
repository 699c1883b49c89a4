import type { Model, Table } from "coppice";
import {
  type Score as FullScore,
  predictTable,
  rmseInterval,
  scoreOf,
  truthOf,
  wilson,
} from "coppice/evaluate";
import type { Score } from "./protocol.js";

export interface Scored {
  readonly score: Score;
  /** The predicted class of each row. */
  readonly labels?: Int32Array;
}

/** How well a model predicts the rows of a table whose target is known. */
export function scoreOn(model: Model, table: Table): Scored {
  const prediction = predictTable(model, table);
  const truth = truthOf(model.target, table);
  const score = scoreFacts(scoreOf(truth, prediction), table.rows);
  if (prediction.kind === "classification") return { score, labels: prediction.labels };
  if (truth.kind === "classification") return { score };
  const interval = rmseInterval(prediction.values.map((value, row) => value - truth.values[row]));
  return { score: { ...score, ...(interval && { rmseLow: interval.low, rmseHigh: interval.high }) } };
}

export function scoreFacts(score: FullScore, rows: number): Score {
  if (score.kind === "regression") {
    return { kind: "regression", rows, main: score.r2, rmse: score.rmse, mae: score.mae };
  }
  const { low, high } = wilson(score.accuracy, rows);
  return { kind: "classification", rows, main: score.accuracy, low, high, confusion: score.confusion };
}
