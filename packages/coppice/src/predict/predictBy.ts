import { unreachable } from "../base/errors.js";
import type { Team } from "../kernels/team.js";
import type { Model } from "../model/model.js";
import type { Table } from "../table/table.js";
import { predictEnsemble } from "./predictEnsemble.js";
import type { Prediction } from "./prediction.js";
import { predictRules } from "./predictRules.js";
import { predictTreeBy } from "./treeAnswers.js";
import type { TreeWay } from "./treeWay.js";

/** What the model predicts for a table's rows, trees being followed in the given way. */
export function predictBy(way: TreeWay, model: Model, table: Table, team?: Team): Prediction {
  switch (model.format) {
    case "coppice-tree":
      return predictTreeBy(way.ready, model, table);
    case "coppice-ensemble":
      return predictEnsemble(model, table, way, team);
    case "coppice-rules":
      return predictRules(model, table);
    default:
      return unreachable(model);
  }
}
