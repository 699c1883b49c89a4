import { isSplit, type TreeModel } from "./tree.js";

type Nodes = Pick<TreeModel, "nodes">;

export interface Parents {
  /** Index of each node's parent; -1 for the root. */
  readonly parent: Int32Array;
  /** Which of its parent's branches each node is; -1 for the root. */
  readonly branch: Int32Array;
}

export function parentsOf(tree: Nodes): Parents {
  const parent = new Int32Array(tree.nodes.length).fill(-1);
  const branch = new Int32Array(tree.nodes.length).fill(-1);
  tree.nodes.forEach((node, i) => {
    if (!isSplit(node)) return;
    node.branches.forEach((child, b) => {
      parent[child] = i;
      branch[child] = b;
    });
  });
  return { parent, branch };
}

/** Where each subtree ends: nodes[i, ends[i]) are exactly node i and its descendants, since nodes are in preorder. */
export function endsOf(tree: Nodes): Int32Array {
  const ends = new Int32Array(tree.nodes.length);
  for (let i = tree.nodes.length - 1; i >= 0; i--) {
    const node = tree.nodes[i];
    ends[i] = isSplit(node) ? ends[node.branches[node.branches.length - 1]] : i + 1;
  }
  return ends;
}

export interface Step {
  readonly node: number;
  readonly branch: number;
}

export interface Path {
  readonly leaf: number;
  /** From the root down. */
  readonly steps: readonly Step[];
}

/** The path to every leaf, from left to right. One path is in memory at a time: a deep tree has long ones. */
export function* pathsOf(tree: Nodes): Generator<Path> {
  const parents = parentsOf(tree);
  for (let i = 0; i < tree.nodes.length; i++) {
    if (!isSplit(tree.nodes[i])) yield { leaf: i, steps: pathTo(parents, i) };
  }
}

export function pathTo({ parent, branch }: Parents, node: number): Step[] {
  const steps: Step[] = [];
  for (let at = node; parent[at] >= 0; at = parent[at]) steps.push({ node: parent[at], branch: branch[at] });
  return steps.reverse();
}
