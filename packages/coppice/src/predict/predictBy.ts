import { unreachable } from "../base/errors.js";
import type { Team } from "../kernels/team.js";
import type { Model } from "../model/model.js";
import type { Table } from "../table/table.js";
import { predictEnsemble } from "./predictEnsemble.js";
import type { Prediction } from "./prediction.js";
import { predictRules } from "./predictRules.js";
import { predictTreeBy } from "./treeAnswers.js";
import type { TreeTraversal } from "./treeTraversal.js";

/** The model's predictions for a table's rows, with the given traversal of packed trees. */
export function predictBy(traversal: TreeTraversal, model: Model, table: Table, team?: Team): Prediction {
  const prediction = answer(traversal, model, table, team);
  const { levels } = model.target;
  return prediction.kind === "regression" || levels === undefined
    ? prediction
    : { ...prediction, classes: levels };
}

function answer(traversal: TreeTraversal, model: Model, table: Table, team: Team | undefined): Prediction {
  switch (model.format) {
    case "coppice-tree":
      return predictTreeBy(traversal.ready, model, table);
    case "coppice-ensemble":
      return predictEnsemble(model, table, traversal, team);
    case "coppice-rules":
      return predictRules(model, table);
    default:
      return unreachable(model);
  }
}
