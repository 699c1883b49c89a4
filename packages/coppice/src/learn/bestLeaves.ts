import { type GrownTree, isGrownLeaf } from "../model/grownTree.js";
import { LEAF } from "../model/packed.js";
import { firstBy } from "./firstBy.js";

/** A split that may be made next: its node, what it is worth, and when it came up. */
interface Waiting {
  readonly node: number;
  readonly worth: number;
  readonly id: number;
}

/**
 * What is left of a whole binary tree if its best splits are made first until there are so many leaves: as growth with
 * `bestFirst` would have made it. A node's splits do not depend on the order, so those that are not made are left out.
 */
export function bestLeaves(tree: GrownTree, most: number, judgedWeight: (node: number) => number): GrownTree {
  if ((tree.nodes + 1) / 2 <= most) return tree;
  const isMade = new Uint8Array(tree.nodes);
  const queue = firstBy<Waiting>((a, b) => a.worth > b.worth || (a.worth === b.worth && a.id < b.id));
  let next = 0;
  const offer = (node: number) => {
    const weight = judgedWeight(node);
    const id = next++;
    if (!isGrownLeaf(tree, node)) queue.push({ node, worth: (tree.gain[node] / weight) * weight, id });
  };
  offer(0);
  for (let leaves = 1; leaves < most && queue.size > 0; leaves++) {
    const { node } = queue.take();
    isMade[node] = 1;
    offer(node + 1);
    offer(node + tree.skip[node]);
  }
  return withSplits(tree, isMade);
}

/** The tree with these splits, which include those above each. */
function withSplits(tree: GrownTree, isMade: Uint8Array): GrownTree {
  const kept: number[] = [];
  const place = new Int32Array(tree.nodes);
  for (let i = 0; i < tree.nodes; ) {
    place[i] = kept.length;
    kept.push(i);
    i = isMade[i] ? i + 1 : endOf(tree, i);
  }
  const sets: [number, NonNullable<ReturnType<GrownTree["sets"]["get"]>>][] = [];
  kept.forEach((i, k) => {
    const set = isMade[i] ? tree.sets.get(i) : undefined;
    if (set) sets.push([k, set]);
  });
  const width = tree.sums.length / tree.nodes;
  const { sideSums } = tree;
  return {
    nodes: kept.length,
    rows: Int32Array.from(kept, (i) => tree.rows[i]),
    pure: Uint8Array.from(kept, (i) => tree.pure[i]),
    sums: blocksOf(tree.sums, kept, width),
    attribute: Int32Array.from(kept, (i) => (isMade[i] ? tree.attribute[i] : LEAF)),
    skip: Int32Array.from(kept, (i, k) => (isMade[i] ? place[i + tree.skip[i]] - k : 0)),
    low: Float64Array.from(kept, (i) => (isMade[i] ? tree.low[i] : 0)),
    high: Float64Array.from(kept, (i) => (isMade[i] ? tree.high[i] : 0)),
    sets: new Map(sets),
    gain: Float64Array.from(kept, (i) => (isMade[i] ? tree.gain[i] : 0)),
    leftWeight: Float64Array.from(kept, (i) => (isMade[i] ? tree.leftWeight[i] : 0)),
    rightWeight: Float64Array.from(kept, (i) => (isMade[i] ? tree.rightWeight[i] : 0)),
    ...(sideSums && { sideSums: blocksOf(sideSums, kept, 2 * width) }),
  };
}

/** The node after all that are below this one: the last of them is its rightmost leaf. */
function endOf(tree: GrownTree, node: number): number {
  let last = node;
  while (!isGrownLeaf(tree, last)) last += tree.skip[last];
  return last + 1;
}

function blocksOf(from: Float64Array, nodes: readonly number[], width: number): Float64Array {
  const to = new Float64Array(nodes.length * width);
  nodes.forEach((i, k) => {
    to.set(from.subarray(i * width, (i + 1) * width), k * width);
  });
  return to;
}
