import type { Problem } from "../src/engine/problem.js";
import type { ForestMember } from "../src/kernels/drivers/forest/rules.js";
import { growEach } from "../src/learn/ensemble/growMany.js";
import type { TreeOptions } from "../src/learn/treeOptions.js";
import type { PackedTrees } from "../src/model/packed.js";
import { withoutKernels } from "./kit/withoutKernels.js";

/** The reference for the forest kernels: each member's tree by the general grower, without kernels. */
export function generalForest(
  problem: Problem,
  options: TreeOptions,
  members: readonly ForestMember[],
): PackedTrees[] {
  return withoutKernels(() => Array.from(growEach(problem, options, members), ({ pack }) => pack));
}
