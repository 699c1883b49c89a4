import { unreachable } from "../base/errors.js";
import type { Team } from "../kernels/team.js";
import type { Model } from "../model/model.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Bound, Cells } from "./bind.js";
import { prepared, rowAttributes } from "./cells.js";
import { inBlocks } from "./inBlocks.js";
import { type Answering, ensembleAnswers } from "./predictEnsemble.js";
import type { Prediction } from "./prediction.js";
import { ruleAnswers } from "./predictRules.js";
import { answersOf } from "./treeAnswers.js";
import type { TreeTraversal } from "./treeTraversal.js";

/** The cells of the rows at hand under some attributes: of a table, or of one row after the other. */
export interface CellSource {
  readonly isRow: boolean;
  readonly bound: (attributes: readonly ColumnSchema[]) => () => Bound;
}

/** What a model says of the rows at hand. */
export type Answerer = (rows: number, team?: Team) => Prediction;

/** Makes a model ready: what costs time is done here, once. The source is asked for the model's own cells first. */
export function answererOf(way: TreeTraversal, model: Model, source: CellSource): Answerer {
  const bound = source.bound(rowAttributes(model));
  const answering = answeringOf(way, model, source);
  return (rows, team) => {
    const { cells, warnings } = bound();
    const answers = (part: readonly Cells[], count: number) =>
      answering(prepared(model, { cells: [...part], warnings }).cells, count, team);
    // Members of an ensemble have cells of their own.
    const blocks = model.derived && model.format !== "coppice-ensemble";
    return { ...(blocks ? inBlocks(answers, cells, rows) : answers(cells, rows)), warnings };
  };
}

function answeringOf(way: TreeTraversal, model: Model, source: CellSource): Answering {
  switch (model.format) {
    case "coppice-tree": {
      const ready = way.ready(model);
      return (cells, rows) => answersOf(ready, cells, rows);
    }
    case "coppice-ensemble":
      return ensembleAnswers(model, way, source.isRow, (member) => answererOf(way, member, source));
    case "coppice-rules":
      return (cells, rows) => ruleAnswers(model, cells, rows);
    default:
      return unreachable(model);
  }
}
