import type { Model } from "../../src/model/model.js";
import { type ClassPrediction, predictTable } from "../../src/predict/predictTable.js";
import type { Table } from "../../src/table/table.js";

/** What a model of classes predicts. */
export function classesSaid(model: Model, table: Table): ClassPrediction {
  const answer = predictTable(model, table);
  if (answer.kind !== "classification") throw new Error("the model is not of classes");
  return answer;
}
