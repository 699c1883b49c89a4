import { errorName } from "../../model/errorName.js";
import { isSplit, type TreeModel, type TreeNode } from "../../model/tree.js";
import { brief, percent, rowsText, word } from "../../model/words.js";

/** What a node predicts: the class, or the value to six digits. */
export function labelText(node: TreeNode, model: TreeModel): string {
  if ("value" in node) return valueText(node.value);
  return word(model.target.levels?.[node.label] ?? "");
}

/** The share of the node's weight that has its label; undefined for regression. */
export function purity(node: TreeNode): number | undefined {
  if ("value" in node) return undefined;
  return node.counts[node.label] / node.counts.reduce((sum, count) => sum + count, 0);
}

/** `48 rows, 98%`, `6 rows, MSE 20`, `no rows`. */
export function figuresText(node: TreeNode, model: TreeModel): string {
  const rows = rowsText(node.weight);
  if (node.weight === 0) return rows;
  if ("value" in node) return `${rows}, ${errorName(model)} ${brief(node.error)}`;
  return `${rows}, ${percent(purity(node)!)}`;
}

/** The least and the greatest value among the leaves of a regression tree. */
export function valueRange({ nodes }: Pick<TreeModel, "nodes">): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const node of nodes) {
    if (isSplit(node) || !("value" in node)) continue;
    least = Math.min(least, node.value);
    most = Math.max(most, node.value);
  }
  return [least, most];
}

export const valueText = (value: number) => String(Number(value.toPrecision(6)));
