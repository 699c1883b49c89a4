import type { NodeCounts } from "coppice/edit";
import { amount, brief, percent } from "../../base/text.js";
import type { TreeView } from "../../work/protocol.js";

/** Validation rows at a node, and how many of them are as it says. */
export function heldText(
  tree: Pick<TreeView, "task">,
  { weights, losses }: NodeCounts,
  node: number,
): string {
  const rows = weights[node];
  if (rows === 0) return "validation: no rows";
  const right =
    tree.task === "classification"
      ? percent(1 - losses[node] / rows)
      : `RMSE ${brief(Math.sqrt(losses[node] / rows))}`;
  return `validation ${amount(rows)} · ${right}`;
}
