import { LEAF } from "./packed.js";

/**
 * A tree, or a part of one, that an engine or a kernel grew: what the growing tree knows of each node, as columns. An object
 * per node would be too slow for millions of them. Nodes are in preorder, so a split's first branch is the node after it.
 */
export interface GrownTree {
  /** The number of nodes. */
  readonly nodes: number;
  readonly rows: Int32Array;
  /** 1 where all rows have the same target. */
  readonly pure: Uint8Array;
  /** The statistic of each node's rows, one after the other. */
  readonly sums: Float64Array;
  /** The tested attribute; LEAF at a leaf. */
  readonly attribute: Int32Array;
  /** How many nodes ahead the second branch is. */
  readonly skip: Int32Array;
  /** The greatest cell that goes left and the least that goes right: numbers, or codes of an ordered attribute. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** By node, where the test is on sets of levels: the codes on either side. */
  readonly sets: ReadonlyMap<number, LevelSets>;
  /** By node, where the test has a branch per level. */
  readonly perLevel?: ReadonlyMap<number, LevelBranches>;
  /** Total gain; by `ratioTree`, the gain per unit of the node's weight, after any correction. */
  readonly gain: Float64Array;
  /** The known weight of both sides: it decides where missing values go. */
  readonly leftWeight: Float64Array;
  readonly rightWeight: Float64Array;
  /** By node: the class weights of the known rows of its first branch, then of its second. Only where superclasses are made of them. */
  readonly sideSums?: Float64Array;
  /** What the columns of a tree for values are made from when somebody looks at them; without looking, it is faster to read. */
  readonly compact?: CompactColumns;
}

/** The columns of a tree for values, without what follows from the rest. */
export interface CompactColumns {
  /** Σ w·u and Σ w·u² of each node. */
  readonly moments: Float64Array;
  /** By split, in preorder. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly gain: Float64Array;
  /** Weights, by node and by split; absent: they are the numbers of rows. */
  readonly weights?: {
    readonly weight: Float64Array;
    readonly leftWeight: Float64Array;
    readonly rightWeight: Float64Array;
  };
}

export interface LevelSets {
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/** By level: the node of the branch, and its known weight. */
export interface LevelBranches {
  readonly branches: Int32Array;
  readonly weights: Float64Array;
}

export function isGrownLeaf({ attribute }: GrownTree, node: number): boolean {
  return attribute[node] === LEAF;
}

/** The branches of a split. */
export function grownBranches({ skip, perLevel }: GrownTree, node: number): ArrayLike<number> {
  return perLevel?.get(node)?.branches ?? [node + 1, node + skip[node]];
}

/** The known weight of each branch. */
export function grownWeights({ leftWeight, rightWeight, perLevel }: GrownTree, node: number): number[] {
  const weights = perLevel?.get(node)?.weights;
  return weights ? listOf(weights) : [leftWeight[node], rightWeight[node]];
}

/** In a loop: from an iterator it takes several times as long. */
function listOf(numbers: Float64Array): number[] {
  const list = new Array<number>(numbers.length);
  for (let i = 0; i < list.length; i++) list[i] = numbers[i];
  return list;
}
