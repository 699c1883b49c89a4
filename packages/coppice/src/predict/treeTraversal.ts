import type { Team } from "../kernels/team.js";
import type { EnsembleModel } from "../model/ensemble.js";
import type { PackedTrees } from "../model/packed.js";
import type { Cells } from "./bind.js";
import { walkedSums } from "./packedPlan.js";
import type { Answers } from "./prediction.js";
import { type MakeReady, walkedTree } from "./treeAnswers.js";

/** How rows are sent down trees: as fast as can be, or by as little code as can be. The answers are the same to the bit. */
export interface TreeTraversal {
  /** Makes a single tree ready. */
  readonly ready: MakeReady;
  /** Makes packed trees ready, for a table or for one row after the other. */
  readonly sums: (model: EnsembleModel, trees: PackedTrees, isRow: boolean) => PackedSums;
  /** What the members of an ensemble add up to for the rows at hand, by row and output, if it is known. */
  readonly known?: Float64Array;
  /** Divides the rows of large tables, where attributes are derived; absent: all rows at once. */
  readonly inBlocks?: InBlocks;
}

/** The answers for all rows, some of them at a time. */
export type InBlocks = (
  answers: (cells: readonly Cells[], rows: number) => Answers,
  cells: readonly Cells[],
  rows: number,
) => Answers;

/** What the packed trees' answers add up to, row by row. */
export type PackedSums = (cells: readonly Cells[], rows: number, team?: Team) => Float64Array;

/** For pages that only predict: a kernel weighs more than the rest of what they load. */
export const byWalking: TreeTraversal = {
  ready: walkedTree,
  sums: (model, trees) => walkedSums(model, trees),
};
