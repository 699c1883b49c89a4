import type { Team } from "../kernels/team.js";
import type { TreeModel } from "../model/tree.js";
import { inBlocks } from "./inBlocks.js";
import { measureLandings } from "./packed/measureLandings.js";
import { rowWalker } from "./packed/rowWalker.js";
import { preparedLandings } from "./packed/treeLandings.js";
import { walkedSums } from "./packedPlan.js";
import { packedSums } from "./packedSums.js";
import { readyTree } from "./predictTree.js";
import type { TreeTraversal } from "./treeTraversal.js";

/** Compiled, and by the kernels where the host has them and the work is worth it. */
export const byKernel: TreeTraversal = {
  ready: (model) => readyTree(model),
  sums: (model, trees, isRow) =>
    isRow
      ? walkedSums(model, trees, rowWalker)
      : (cells, rows, team) => packedSums(model, trees, cells, rows, team),
  inBlocks,
};

/** The same for one tree, which is made ready now, for tables to come. */
export function byReadyKernel(model: TreeModel, team: Team): TreeTraversal {
  const ready = readyTree(model, measureLandings(model) ?? preparedLandings(model, team));
  return { ...byKernel, ready: () => ready };
}
