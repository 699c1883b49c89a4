import type { TreeSize } from "./treeSize.js";

/**
 * Binary trees as columns: five million nodes are a few typed arrays. A tree's nodes are in preorder, so a split's left
 * branch is the node after it; the right one is `skip` nodes ahead. No node refers to where its tree begins, so trees are
 * joined by joining their columns; only positions in `sets` and `values` change (joinPacked).
 */
export interface PackedNodes {
  /** Where each tree begins; one more entry for the end of the last. */
  readonly starts: Int32Array;
  /** The attribute tested; LEAF at a leaf. */
  readonly attribute: Int32Array;
  /** Cells up to it go left. At a test on levels: the word of `sets` at which its bits begin. */
  readonly threshold: Float64Array;
  /** How many nodes ahead the right branch is; at a leaf, its row of answers. */
  readonly skip: Int32Array;
  /** MISSING_LEFT and ON_LEVELS, or'ed. */
  readonly flags: Uint8Array;
  /** Bit c of a test's words is set where level c goes left. A level beyond the attribute's counts as missing. */
  readonly sets: Uint32Array;
}

/** The members of an ensemble. At a leaf, `threshold` is the training weight that reached it. */
export interface PackedTrees extends PackedNodes {
  /** What leaves predict, `width` numbers each: class shares, a value, or a score. Equal answers are stored once. */
  readonly values: Float64Array;
  readonly width: number;
}

export const LEAF = -1;
/** A missing value goes left; without this flag, right. */
export const MISSING_LEFT = 1;
/** The test is a set of levels, not a threshold. */
export const ON_LEVELS = 2;

/** The number of words of `sets` that a test on an attribute with this many levels takes. */
export function wordsFor(levels: number): number {
  return (levels + 31) >>> 5;
}

/** Whether the cell goes left: every faster way of traversing a packed tree is tested against this. */
export function goesLeft(trees: PackedNodes, node: number, cell: number, levels: number): boolean {
  const flags = trees.flags[node];
  if ((flags & ON_LEVELS) === 0) {
    if (Number.isNaN(cell)) return (flags & MISSING_LEFT) !== 0;
    return cell <= trees.threshold[node];
  }
  if (!(cell >= 0 && cell < levels)) return (flags & MISSING_LEFT) !== 0;
  return ((trees.sets[trees.threshold[node] + (cell >> 5)] >>> (cell & 31)) & 1) === 1;
}

/** The row of answers that a row of cells reaches in one tree. `cellOf` gives NaN, or -1 for levels, where missing. */
export function landingIn(
  trees: PackedNodes,
  tree: number,
  levels: ArrayLike<number>,
  cellOf: (attribute: number) => number,
): number {
  let node = trees.starts[tree];
  for (;;) {
    const a = trees.attribute[node];
    if (a === LEAF) return trees.skip[node];
    node += goesLeft(trees, node, cellOf(a), levels[a]) ? 1 : trees.skip[node];
  }
}

/** Nodes and leaves of all trees together, and the depth of the deepest. */
export function packedSize({ attribute, starts }: PackedNodes): TreeSize {
  const trees = starts.length - 1;
  const nodes = starts[trees] - starts[0];
  let largest = 0;
  for (let tree = 0; tree < trees; tree++) largest = Math.max(largest, starts[tree + 1] - starts[tree]);
  const open = new Int32Array(largest + 2);
  let depth = 0;
  for (let tree = 0; tree < trees; tree++)
    depth = Math.max(depth, depthOf(attribute, starts[tree], starts[tree + 1], open));
  return { nodes, leaves: (nodes + trees) / 2, depth };
}

/**
 * The depth of a tree in preorder. Which nodes are leaves is unpredictable: no branch depends on it. `open` has the depths of
 * the right branches still to come, from 1 on; of a split that of its left branch is put there and taken at once.
 */
function depthOf(attribute: Int32Array, from: number, end: number, open: Int32Array): number {
  let depth = 0;
  let at = 0;
  let top = 1;
  for (let node = from; node < end; node++) {
    const isSplit = 1 + (attribute[node] >> 31);
    depth = at > depth ? at : depth;
    open[top] = at + 1;
    const taken = top - 1 + isSplit;
    at = open[taken];
    top = taken + isSplit;
  }
  return depth;
}
