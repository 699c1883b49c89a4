import type { Team } from "../kernels/team.js";
import type { Model } from "../model/model.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Table } from "../table/table.js";
import { answererOf } from "./answerer.js";
import type { Bind } from "./bind.js";
import type { Prediction } from "./prediction.js";
import type { TreeTraversal } from "./treeTraversal.js";

/** What the model predicts for a table's rows, with the given traversal. */
export function predictBy(
  traversal: TreeTraversal,
  bind: Bind,
  model: Model,
  table: Table,
  team?: Team,
): Prediction {
  const source = {
    isRow: false,
    bound: (attributes: readonly ColumnSchema[]) => () => bind(attributes, table),
  };
  const prediction = answererOf(traversal, model, source)(table.rows, team);
  const { levels } = model.target;
  return prediction.kind === "regression" || levels === undefined
    ? prediction
    : { ...prediction, classes: levels };
}
