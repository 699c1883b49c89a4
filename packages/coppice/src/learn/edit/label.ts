import { isSplit, type TreeModel, type TreeNode } from "../../model/tree.js";
import { rowsAt } from "../../predict/rowsAt.js";
import { truthOf } from "../../predict/truth.js";
import { columnOf, type Table } from "../../table/table.js";
import { levelNamed, misfit } from "./resolveTest.js";

/** The nodes, with another prediction of one leaf. Counts and probabilities stay those of its rows. */
export function labelled(
  model: TreeModel,
  path: string,
  at: number,
  label: string | number,
  table: Table,
  weight: string | undefined,
): readonly TreeNode[] {
  const node = model.nodes[at];
  if (isSplit(node)) throw misfit(path, "a leaf, whose prediction is set", "a test");
  if (node.answer) throw misfit(path, "a leaf that predicts a constant", "a formula");
  if ("counts" in node) {
    if (typeof label !== "string") throw misfit(model.target.name, "the name of a class", label);
    return model.nodes.with(at, { ...node, label: levelNamed(model.target, label) });
  }
  if (typeof label !== "number") throw misfit(model.target.name, "a number to predict", label);
  const error = errorAround(label, model, path, table, weight);
  return model.nodes.with(at, { ...node, value: label, error: error ?? node.error });
}

/** The error of a leaf around another value, over its rows; undefined if there are none. */
function errorAround(
  value: number,
  model: TreeModel,
  path: string,
  table: Table,
  weight: string | undefined,
): number | undefined {
  const truth = truthOf(model.target, table);
  const column = weight === undefined ? undefined : columnOf(table, weight);
  const { rows, weights } = rowsAt(model, table, path);
  let [sum, total, worst] = [0, 0, 0];
  rows.forEach((row, i) => {
    const y = truth.kind === "regression" ? truth.values[row] : Number.NaN;
    const w = weights[i] * (column?.type === "numeric" ? column.values[row] : 1);
    if (Number.isNaN(y) || !(w > 0)) return;
    const away = Math.abs(y - value);
    worst = Math.max(worst, away);
    sum += w * (model.leafError === "absolute" ? away : away * away);
    total += w;
  });
  if (total === 0) return undefined;
  return Math.min(model.leafError === "worst" ? worst : sum / total, Number.MAX_VALUE);
}
