/** A tree by gain ratio that an engine grew, as columns. The branches of a node are adjacent, after it. */
export interface RatioTree {
  /** The number of nodes. */
  readonly nodes: number;
  /** The class weights of each node's rows, one after the other. */
  readonly sums: Float64Array;
  /** The tested attribute; -1 at a leaf. */
  readonly attribute: Int32Array;
  /** The first branch. */
  readonly first: Int32Array;
  /** For a threshold: the greatest code that goes left and the least that goes right. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** Drop in impurity per unit of the node's weight, after any correction. */
  readonly gain: Float64Array;
  /** Where the known weights of its branches begin in `weights`. */
  readonly weightsAt: Int32Array;
  readonly weights: Float64Array;
}
