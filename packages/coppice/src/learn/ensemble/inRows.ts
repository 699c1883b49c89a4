import type { Problem } from "../../engine/problem.js";
import { isShare, rowsOf } from "../rowLimit.js";
import type { TreeOptions } from "../treeOptions.js";

/** Which rows a tree sees: `Member` in growMany.ts. */
interface Seen {
  readonly counts?: Uint8Array;
  readonly total?: number;
}

/**
 * Shares of rows as numbers of rows, which the kernels know, if they are the same for all members; otherwise the options as
 * they are.
 */
export function inRows(options: TreeOptions, problem: Problem, members: readonly Seen[]): TreeOptions {
  const { minSplit, minLeaf } = options;
  if (!isShare(minSplit) && !isShare(minLeaf)) return options;
  const total = commonTotal(problem, members);
  if (total === undefined) return options;
  return { ...options, minSplit: rowsOf(minSplit, total), minLeaf: rowsOf(minLeaf, total) };
}

/** The weight of what every member sees; undefined if it differs, or is not known before the counts are made. */
function commonTotal({ weights, totalWeight }: Problem, members: readonly Seen[]): number | undefined {
  if (members.every((member) => !("counts" in member))) return totalWeight;
  const total = members[0]?.total;
  return weights === undefined && members.every((member) => member.total === total) ? total : undefined;
}
