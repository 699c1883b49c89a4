import { isShare, rowsOf } from "../rowLimit.js";
import type { TreeOptions } from "../treeOptions.js";
import type { Sampling } from "./members.js";

/** Limits that are shares of rows as numbers of rows: shares of what a tree sees on average, so that they are the same for all. */
export function inRows(
  options: TreeOptions,
  { rows, totalWeight }: { readonly rows: number; readonly totalWeight: number },
  { bootstrap, sampleShare = 1 }: Sampling,
): TreeOptions {
  const { minSplit, minLeaf } = options;
  if (!isShare(minSplit) && !isShare(minLeaf)) return options;
  const total = sampleShare * (bootstrap ? rows : totalWeight);
  return { ...options, minSplit: rowsOf(minSplit, total), minLeaf: rowsOf(minLeaf, total) };
}
