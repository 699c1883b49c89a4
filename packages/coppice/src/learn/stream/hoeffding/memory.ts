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
  /** The nodes when the bytes were last counted, and the changes since. */
  counted: number;
  uncounted: number;
  activate(leaf: Leaf): void;
}

/** A window of ten thousand values has about so many bytes of buckets. */
const ERRORS = 1500;

/** Of the memory, if it is too small for all leaves: room to grow before they are compared again. */
const FILLED = 0.875;
/** Bytes are counted again when one in so many nodes is new: counting then takes no longer than learning does. */
const FEW_NEW = 8;

/**
 * Notes that a node took the place of another. The bytes of all nodes are counted again once the tree has grown by a share, or
 * what is known of them exceeds the memory; leaves grow in the meantime, as they meet levels.
 */
export function noteChange(
  tree: LimitedTree,
  node: StreamNode,
  old: StreamNode | undefined,
  memory: number,
): void {
  tree.bytes += bytesUnder(node).bytes - bytesUnder(old).bytes;
  tree.uncounted++;
  if (tree.bytes > memory || tree.uncounted * FEW_NEW > tree.counted) keepWithin(tree, memory);
}

/**
 * Keeps a tree within its memory: the leaves that could gain most by learning, with the most rows that their majority class
 * gets wrong, stay active; the others only count. A leaf that becomes active again starts with its class weights.
 */
export function keepWithin(tree: LimitedTree, memory: number): void {
  count(tree);
  if (tree.inactive === 0 && tree.bytes <= memory) return;
  const leaves: Leaf[] = [];
  eachNode(tree.root, (node) => {
    if (!node.isLeaf) return;
    leaves.push(node);
    tree.leafBytes = Math.max(tree.leafBytes, node.stats?.bytes ?? 0);
  });
  const ranked = leaves.map((leaf) => ({ leaf, promise: promise(leaf) }));
  ranked.sort((a, b) => b.promise - a.promise || a.leaf.key - b.leaf.key);
  let room = FILLED * memory - leaves.reduce((sum, { stats }) => sum - (stats?.bytes ?? 0), tree.bytes);
  tree.inactive = 0;
  for (const { leaf } of ranked) {
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
  count(tree);
}

function count(tree: LimitedTree): void {
  const { nodes, bytes } = bytesUnder(tree.root);
  tree.bytes = bytes;
  tree.counted = nodes;
  tree.uncounted = 0;
}

function bytesUnder(root: StreamNode | undefined): { readonly nodes: number; readonly bytes: number } {
  let nodes = 0;
  let bytes = 0;
  eachNode(root, (node) => {
    nodes++;
    bytes += nodeBytes(node);
  });
  return { nodes, bytes };
}

/** The weight of the rows that the majority class gets wrong. */
function promise(leaf: Leaf): number {
  const best = greatest(leaf.counts, 0);
  return best < 0 ? 0 : leaf.weight - leaf.counts[best];
}
