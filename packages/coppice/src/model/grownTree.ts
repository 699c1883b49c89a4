/**
 * A subtree that an engine grew, as columns: an object per node would be too slow for millions of nodes. Nodes are in
 * preorder, so a split's left branch is the node after it, and its right branch is `skip` nodes ahead.
 */
export interface GrownTree {
  /** The number of nodes. */
  readonly nodes: number;
  readonly rows: Int32Array;
  /** 1 where all rows have the same target. */
  readonly pure: Uint8Array;
  /** The statistic of each node's rows, one after the other. */
  readonly sums: Float64Array;
  /** The tested attribute; -1 at a leaf. */
  readonly attribute: Int32Array;
  readonly skip: Int32Array;
  /** The greatest cell that goes left and the least that goes right: numbers, or codes of an ordered attribute. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** By node, where the test is on sets of levels: the codes on either side. */
  readonly sets: ReadonlyMap<number, { readonly left: readonly number[]; readonly right: readonly number[] }>;
  /** Total gain, and the known weight of both sides. */
  readonly gain: Float64Array;
  readonly leftWeight: Float64Array;
  readonly rightWeight: Float64Array;
}
