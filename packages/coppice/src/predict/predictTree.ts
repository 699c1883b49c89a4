import { posterior } from "../model/costs.js";
import type { TreeModel } from "../model/tree.js";
import { type ClassAnswers, columnsOf } from "../model/treeColumns.js";
import type { Table } from "../table/table.js";
import { compileTree, landing } from "./compile.js";
import type { Prediction } from "./prediction.js";
import {
  type Land,
  type LeafClasses,
  nodeClasses,
  nodeValues,
  predictTreeBy,
  type ReadyTree,
} from "./treeAnswers.js";

export function predictTree(model: TreeModel, table: Table): Prediction {
  return predictTreeBy(readyTree, model, table);
}

/** Compiled; the nodes of a tree still stored as columns are not created. */
export function readyTree(model: TreeModel): ReadyTree {
  const tree = compileTree(model);
  const land: Land = (cells, row) => landing(tree, cells, row);
  return model.task === "classification"
    ? { model, land, leaves: classAnswers(model, model.target.levels!.length) }
    : { model, land, leafValues: valueAnswers(model) };
}

function valueAnswers(model: TreeModel): Float64Array {
  const answers = columnsOf(model)?.answers;
  return answers?.kind === "values" ? answers.value : nodeValues(model);
}

function classAnswers(model: TreeModel, classes: number): LeafClasses {
  const columns = columnsOf(model);
  if (columns?.answers.kind !== "classes") return nodeClasses(model, classes);
  return columnAnswers(columns.attribute, columns.answers, model);
}

function columnAnswers(
  attribute: Int32Array,
  { classes, counts, label }: ClassAnswers,
  { costs }: TreeModel,
) {
  const probabilities = new Float64Array(counts.length);
  for (let i = 0; i < attribute.length; i++) {
    if (attribute[i] >= 0) continue;
    const at = i * classes;
    probabilities.set(posterior(counts.subarray(at, at + classes), costs), at);
  }
  return { labels: label, probabilities };
}
