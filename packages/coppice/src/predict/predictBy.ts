import type { Team } from "../kernels/team.js";
import type { Model } from "../model/model.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Table } from "../table/table.js";
import { answererOf } from "./answerer.js";
import { bind } from "./bind.js";
import type { Prediction } from "./prediction.js";
<<<<<<< HEAD
import { predictRules } from "./predictRules.js";
import { predictTreeBy } from "./treeAnswers.js";
import type { TreeTraversal } from "./treeTraversal.js";

/** The model's predictions for a table's rows, with the given traversal of packed trees. */
export function predictBy(traversal: TreeTraversal, model: Model, table: Table, team?: Team): Prediction {
  const prediction = answer(traversal, model, table, team);
=======
import type { TreeWay } from "./treeWay.js";

/** What the model predicts for a table's rows, packed trees being followed in the given way. */
export function predictBy(way: TreeWay, model: Model, table: Table, team?: Team): Prediction {
  const source = {
    isRow: false,
    bound: (attributes: readonly ColumnSchema[]) => () => bind(attributes, table),
  };
  const prediction = answererOf(way, model, source)(table.rows, team);
>>>>>>> slim
  const { levels } = model.target;
  return prediction.kind === "regression" || levels === undefined
    ? prediction
    : { ...prediction, classes: levels };
}
<<<<<<< HEAD

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
=======
>>>>>>> slim
