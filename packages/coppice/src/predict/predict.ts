import { unreachable } from "../base/errors.js";
import type { Team } from "../kernels/team.js";
import type { Model } from "../model/model.js";
import type { Table } from "../table/table.js";
import { predictEnsemble } from "./predictEnsemble.js";
import type { Prediction } from "./prediction.js";
import { predictRules } from "./predictRules.js";
import { predictTree } from "./predictTree.js";

export type { ClassPrediction, Prediction, ValuePrediction } from "./prediction.js";

/** What the model says of a table's rows; the same on any number of threads. */
export function predict(model: Model, table: Table, team?: Team): Prediction {
  const prediction = answer(model, table, team);
  const { levels } = model.target;
  return prediction.kind === "regression" || levels === undefined
    ? prediction
    : { ...prediction, classes: levels };
}

function answer(model: Model, table: Table, team: Team | undefined): Prediction {
  switch (model.format) {
    case "coppice-tree":
      return predictTree(model, table);
    case "coppice-ensemble":
      return predictEnsemble(model, table, team);
    case "coppice-rules":
      return predictRules(model, table);
    default:
      return unreachable(model);
  }
}
