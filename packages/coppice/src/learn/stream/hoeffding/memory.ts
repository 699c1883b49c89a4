import { eachNode, greatest, type Leaf, type StreamNode } from "./streamNode.js";

/** Bytes that a node takes, about: objects of the host are counted at a flat rate. */
export function nodeBytes(node: StreamNode): number {
  const merits = node.merits ? 8 * node.merits.length : 0;
  const errors = node.errors ? ERRORS : 0;
  const own = 160 + 8 * node.counts.length + merits + errors + (node.stats?.bytes ?? 0);
  return node.isLeaf ? own : own + 8 * node.children.length;
}

/** What the limit needs to know of a tree. */
export interface LimitedTree {
  readonly root: StreamNode;
  bytes: number;
  inactive: number;
  leafBytes: number;
  activate(leaf: Leaf): void;
}

/** A window of ten thousand values has about so many bytes of buckets. */
const ERRORS = 1500;

/**
 * Keeps a tree within its memory: the leaves that could gain most by learning, with the most rows that their majority class
 * gets wrong, stay active; the others only count. A leaf that becomes active again starts with its class weights.
 */
export function keepWithin(tree: LimitedTree, memory: number): void {
  tree.bytes = bytesOf(tree);
  if (tree.inactive === 0 && tree.bytes <= memory) return;
  const leaves: Leaf[] = [];
  eachNode(tree.root, (node) => {
    if (!node.isLeaf) return;
    leaves.push(node);
    tree.leafBytes = Math.max(tree.leafBytes, node.stats?.bytes ?? 0);
  });
  leaves.sort((a, b) => promise(b) - promise(a) || a.key - b.key);
  let room = memory - leaves.reduce((sum, { stats }) => sum - (stats?.bytes ?? 0), tree.bytes);
  tree.inactive = 0;
  for (const leaf of leaves) {
    const needed = leaf.stats?.bytes ?? tree.leafBytes;
    room -= needed;
    if (room >= 0) {
      if (!leaf.stats) tree.activate(leaf);
    } else {
      leaf.stats = undefined;
      leaf.majority = 0;
      leaf.bayes = 0;
      tree.inactive++;
    }
  }
  tree.bytes = bytesOf(tree);
}

function bytesOf({ root }: LimitedTree): number {
  let bytes = 0;
  eachNode(root, (node) => {
    bytes += nodeBytes(node);
  });
  return bytes;
}

/** The weight of the rows that the majority class gets wrong. */
function promise(leaf: Leaf): number {
  const best = greatest(leaf.counts, 0);
  return best < 0 ? 0 : leaf.weight - leaf.counts[best];
}
