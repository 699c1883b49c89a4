import type { Team } from "../kernels/team.js";
import type { EnsembleModel } from "../model/ensemble.js";
import type { PackedTrees } from "../model/packed.js";
import type { Cells } from "./bind.js";
import { levelCounts, type RowSums, type Sums, sumsInTypeScript, walkerInTypeScript } from "./packed/twin.js";
import { sumsPlan } from "./packedPlan.js";
import { type MakeReady, walkedTree } from "./treeAnswers.js";

/** How rows are sent down trees: optimised for speed or for small code. The predictions are identical. */
export interface TreeTraversal {
  /** Prepares a single tree. */
  readonly ready: MakeReady;
  /** The sums of the packed trees' values, per row. */
  sums(
    model: EnsembleModel,
    trees: PackedTrees,
    cells: readonly Cells[],
    rows: number,
    team?: Team,
  ): Float64Array;
  /** The same for one row at a time. */
  rowSums(trees: PackedTrees, levels: Int32Array, sums: Sums): RowSums;
}

/** For pages that only predict: a kernel is larger than everything else they load. */
export const byWalking: TreeTraversal = {
  ready: walkedTree,
  sums(model, packed, cells, rows) {
    const { trees, sums } = sumsPlan(model, packed);
    return sumsInTypeScript(trees, levelCounts(model.attributes), cells, rows, sums);
  },
  rowSums: walkerInTypeScript,
};
