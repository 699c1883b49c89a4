import { memoryData } from "../engine/memory/data.js";
import type { Problem } from "../engine/problem.js";
import type { TreeModel } from "../model/tree.js";
import type { TreeLearner } from "./learner.js";
import { fitWith } from "./runTreeJob.js";
import { treeJob } from "./treeJob.js";

/** A tree that another learner grows for itself, from rows that it has in this process. The options are checked already. */
export function fitTree(
  problem: Problem,
  learner: TreeLearner,
  options: Readonly<Record<string, unknown>>,
  seed: number,
): TreeModel {
  return fitWith(treeJob(memoryData(problem), learner, options, { seed }));
}
