import { isEnsemble, type Model } from "../../model/ensemble.js";
import type { Table } from "../../table/table.js";
import { predictEnsemble } from "./predictEnsemble.js";
import type { Prediction } from "./prediction.js";
import { predictTree } from "./predictTree.js";

export type { ClassPrediction, Prediction, ValuePrediction } from "./prediction.js";

export function predict(model: Model, table: Table): Prediction {
  return isEnsemble(model) ? predictEnsemble(model, table) : predictTree(model, table);
}
