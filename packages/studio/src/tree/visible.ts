import type { TreeView } from "../work/protocol.js";

/** The nodes that are drawn, in preorder, with their structure among themselves. */
export interface Visible {
  /** Indexes into the tree. */
  readonly nodes: Int32Array;
  /** Position of the parent in `nodes`; -1 for the first. */
  readonly parent: Int32Array;
  /** The end of the subtree, as a position in `nodes`. */
  readonly end: Int32Array;
  readonly depth: Int32Array;
  /** Position by index of the tree; -1 if it is not drawn. */
  readonly place: Int32Array;
}

/** The subtree of `root` without what lies below collapsed nodes. */
export function visibleNodes(
  tree: Pick<TreeView, "size" | "parent" | "end">,
  isCollapsed: (node: number) => boolean,
  root = 0,
): Visible {
  const place = new Int32Array(tree.size).fill(-1);
  const nodes: number[] = [];
  for (let node = root; node < tree.end[root]; ) {
    place[node] = nodes.push(node) - 1;
    node = isCollapsed(node) ? tree.end[node] : node + 1;
  }
  const parent = new Int32Array(nodes.length).fill(-1);
  const depth = new Int32Array(nodes.length);
  const end = new Int32Array(nodes.length);
  for (let i = 0; i < nodes.length; i++) {
    end[i] = i + 1;
    if (i === 0) continue;
    parent[i] = place[tree.parent[nodes[i]]];
    depth[i] = depth[parent[i]] + 1;
  }
  for (let i = nodes.length - 1; i > 0; i--) end[parent[i]] = Math.max(end[parent[i]], end[i]);
  return { nodes: Int32Array.from(nodes), parent, end, depth, place };
}

/** Nodes to collapse at first: those whose subtrees have less than this share of all rows. */
export function lightNodes(
  tree: Pick<TreeView, "size" | "attribute" | "weight">,
  share: number,
): Set<number> {
  const least = tree.weight[0] * share;
  const light = new Set<number>();
  for (let i = 0; i < tree.size; i++) if (tree.attribute[i] >= 0 && tree.weight[i] < least) light.add(i);
  return light;
}
