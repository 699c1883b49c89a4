import type { Team } from "../../kernels/team.js";
import { isEnsemble, type Model } from "../../model/ensemble.js";
import type { Table } from "../../table/table.js";
import { predictEnsemble } from "./predictEnsemble.js";
import type { Prediction } from "./prediction.js";
import { predictTree } from "./predictTree.js";

export type { ClassPrediction, Prediction, ValuePrediction } from "./prediction.js";

/** What the model says of a table's rows; the same on any number of threads. */
export function predict(model: Model, table: Table, team?: Team): Prediction {
  return isEnsemble(model) ? predictEnsemble(model, table, team) : predictTree(model, table);
}
