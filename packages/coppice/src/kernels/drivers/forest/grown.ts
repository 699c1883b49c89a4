import type { PackedTrees } from "../../../model/packed.js";

/** A tree, and what was requested of it, if the kernel can say. */
export interface GrownMember {
  /** It may be in memory that is used again when the next tree is asked for: who keeps it makes a copy. */
  readonly pack: PackedTrees;
  readonly unseen?: UnseenRows;
  /** With the last tree: what all of them say of the table's rows, added up; by row and output. */
  readonly sums?: Float64Array;
  readonly outOfBag?: OutOfBagTotals;
  /** By attribute: the impurity that its tests take away, per unit of the tree's weight. */
  readonly decrease?: Float64Array;
}

/** Out-of-bag rows, ascending, with the row of the tree's `values` that each reaches. */
export interface UnseenRows {
  readonly rows: Int32Array;
  readonly leaves: Int32Array;
}

/** Of the trees so far: the rows that some have judged out of the bag, and how many of those are wrong. */
export interface OutOfBagTotals {
  readonly judged: number;
  readonly wrong: number;
}

export interface Wanted {
  readonly unseen?: boolean;
  /** For classes by their mean shares; rows must have equal weight. In place of `unseen`. */
  readonly outOfBag?: boolean;
  readonly decrease?: boolean;
  readonly sums?: boolean;
}
