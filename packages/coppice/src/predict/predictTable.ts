import type { Team } from "../kernels/team.js";
import type { Model } from "../model/model.js";
import type { Table } from "../table/table.js";
import { bind } from "./bind.js";
import { byKernel } from "./byKernel.js";
import { predictBy } from "./predictBy.js";
import type { Prediction } from "./prediction.js";

export type { ClassPrediction, Prediction, ValuePrediction } from "./prediction.js";

/** The model's predictions for a table's rows, in codes; identical on any number of threads. */
export function predictTable(model: Model, table: Table, team?: Team): Prediction {
  return predictBy(byKernel, bind, model, table, team);
}
