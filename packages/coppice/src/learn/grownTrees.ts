import type { Judgement, LeftOutLosses } from "../kernels/drivers/leftOut.js";
import type { TreeSequence } from "../kernels/drivers/treeSequence.js";
import type { Team } from "../kernels/team.js";
import type { TreeModel } from "../model/tree.js";
import type { OnLanded } from "./prune/kernelMovableTree.js";
import type { LandedRows } from "./prune/landedRows.js";

/** Trees in the order in which they were asked for. They may be grown when they are taken: the fit uses one while threads grow the next. */
export interface GrownTrees extends Iterable<TreeModel> {
  /**
   * Begins to grow the trees after the first in order to judge them by the first one's pruning sequence, instead of taking
   * them. Undefined if they have to be taken.
   */
  readonly judged?: () => JudgedTrees | undefined;
  /** By tree: where the rows come to that it was not grown from, if it was asked for and they stay where they are. */
  readonly landed?: readonly (LandedRows | undefined)[];
  /** The threads that grow them. */
  readonly team?: Team | undefined;
  /** Is told where the training rows come to in the pruned tree, if that is known. */
  readonly onLanded?: OnLanded | undefined;
}

/** Trees that are judged on the rows of the first that they were not grown from. */
export interface JudgedTrees {
  /** The pruning sequence of the first tree, by errors; undefined if there was not enough room. */
  sequence(): TreeSequence | undefined;
  /** The losses of each; undefined if there was not enough room for a tree. */
  losses(judgement: Judgement): readonly LeftOutLosses[] | undefined;
  close(): void;
}
