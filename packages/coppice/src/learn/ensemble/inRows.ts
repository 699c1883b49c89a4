import type { Problem } from "../../engine/problem.js";
import { isShare, rowsOf } from "../rowLimit.js";
import type { TreeOptions } from "../treeOptions.js";
import type { Member } from "./growMany.js";

/**
 * Shares of rows as numbers of rows, which the kernels know, if they are the same for all members; otherwise the options as
 * they are.
 */
export function inRows(options: TreeOptions, problem: Problem, members: readonly Member[]): TreeOptions {
  const { minSplit, minLeaf } = options;
  if (!isShare(minSplit) && !isShare(minLeaf)) return options;
  const total = commonTotal(problem, members);
  if (total === undefined) return options;
  return { ...options, minSplit: rowsOf(minSplit, total), minLeaf: rowsOf(minLeaf, total) };
}

/** The weight of what every member sees; undefined if it differs, or is not known before the counts are made. */
function commonTotal({ weights, totalWeight }: Problem, members: readonly Member[]): number | undefined {
  if (members.every((member) => !("counts" in member))) return totalWeight;
  const draws = members[0]?.draws;
  return weights === undefined && members.every((member) => member.draws === draws) ? draws : undefined;
}
