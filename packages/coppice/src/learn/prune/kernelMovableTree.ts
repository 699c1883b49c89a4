import {
  type NormalBound,
  type RaisingKernel,
  type RaisingNode,
  type RaisingTree,
  raisingKernelFor,
  rebuiltBy,
  type WalkedRows,
} from "../../kernels/drivers/raising.js";
import type { Team } from "../../kernels/team.js";
import { isSplit, type SplitNode, type TreeModel, type TreeNode } from "../../model/tree.js";
import type { Cells } from "../../predict/cells.js";
import { type MovableNode, type MovableTree, modelOfRebuilt, movableNodes } from "./movableTree.js";
import type { PruneRows } from "./rows.js";

/** A tree to rebuild whose rows are in a kernel's memory; undefined if the kernel does not support its tests. */
export function kernelMovableTree(team: Team, model: TreeModel, rows: PruneRows): MovableTree | undefined {
  const tree = treeFor(model, rows);
  const kernel = tree && raisingKernelFor(team, tree);
  return kernel && new KernelMovableTree(model, kernel);
}

/**
 * Is told the leaves of the rows that a tree was pruned by: negative for a row that is in several. `walk` tells, during the call,
 * what the tree says of some of them, given the class probabilities of its leaves.
 */
export type OnLanded = (model: TreeModel, leaves: Int32Array, walk: WalkRows) => void;
export type WalkRows = (rows: Int32Array, probabilities: Float64Array) => WalkedRows;

/** The tree pruned by all threads; undefined as above. */
export function rebuiltByKernel(
  team: Team,
  model: TreeModel,
  rows: PruneRows,
  bound: NormalBound,
  onLanded?: OnLanded,
): TreeModel | undefined {
  const tree = treeFor(model, rows);
  const kernel = tree && rebuiltBy(team, tree, bound);
  if (kernel === undefined) return undefined;
  const { nodes } = model;
  const places = new Int32Array(onLanded ? nodes.length : 0);
  const pruned = modelOfRebuilt<number>({
    ...{ model, root: 0 },
    factsOf: (node) => (kernel.isStale(node) ? undefined : nodes[node]),
    countsOf: (node) => kernel.countsOf(node),
    splitOf(node) {
      const of = kernel.splitOf(node);
      if (of < 0) return undefined;
      const split = nodes[of] as SplitNode;
      // A raised branch has other shares too.
      if (of === node && !kernel.isStale(node)) return split;
      return { ...split, missing: { kind: "share", shares: Array.from(kernel.sharesOf(of)) } };
    },
    branchesOf: (node) => kernel.branchesOf(kernel.splitOf(node)),
    onLeaf(node, place) {
      places[node] = place;
    },
  });
  onLanded?.(pruned, placesAt(places, kernel.landings()), (some, probabilities) =>
    kernel.walk(some, places, probabilities),
  );
  return pruned;
}

function placesAt(places: Int32Array, leaves: Int32Array): Int32Array {
  for (let row = 0; row < leaves.length; row++) leaves[row] = leaves[row] < 0 ? -1 : places[leaves[row]];
  return leaves;
}

function treeFor(
  model: TreeModel,
  { rows, cells, truth, weights, quantum }: PruneRows,
): RaisingTree | undefined {
  if (!(truth instanceof Int32Array) || !cells.every(isTyped)) return undefined;
  const nodes = model.nodes.map((node) => nodeFor(node, cells));
  if (!nodes.every((node) => node !== undefined)) return undefined;
  const classes = model.target.levels!.length;
  // Rows of a table given later may be of classes that the model does not know.
  if (!areBelow(truth, classes)) return undefined;
  return { rows, classes, columns: cells, labels: truth, weights, quantum, nodes };
}

function areBelow(codes: Int32Array, classes: number): boolean {
  for (let row = 0; row < codes.length; row++) if (!(codes[row] >= 0 && codes[row] < classes)) return false;
  return true;
}

function isTyped(cells: Cells): cells is Float64Array | Int32Array {
  return cells instanceof Float64Array || cells instanceof Int32Array;
}

const LEAF: RaisingNode = { attribute: -1, branches: [], shares: [] };

function nodeFor(node: TreeNode, cells: readonly Cells[]): RaisingNode | undefined {
  if (!isSplit(node)) return LEAF;
  const { test, branches, missing } = node;
  if (missing.kind !== "share") return undefined;
  const { attribute } = test;
  const { shares } = missing;
  const areLevels = cells[attribute] instanceof Int32Array;
  if (test.kind === "threshold" && !areLevels)
    return { attribute, threshold: test.threshold, branches, shares };
  return test.kind === "levels" && areLevels ? { attribute, branches, shares } : undefined;
}

class KernelMovableTree implements MovableTree {
  readonly root: MovableNode;

  constructor(
    readonly model: TreeModel,
    private readonly kernel: RaisingKernel,
  ) {
    const nodes = movableNodes(model);
    this.root = nodes[0];
    kernel.settle(0, false);
    for (const node of nodes) node.counts = kernel.countsOf(node.node);
  }

  makeLeaf(node: MovableNode): void {
    node.split = undefined;
    node.branches = [];
    this.kernel.makeLeaf(node.node);
  }

  raise(node: MovableNode, b: number): void {
    const branch = node.branches[b];
    node.split = branch.split;
    node.branches = branch.branches;
    node.splitOf = branch.splitOf;
    if (branch.split) this.kernel.become(node.node, branch.node);
    else this.kernel.makeLeaf(node.node);
    this.kernel.settle(node.node, true);
    this.renew(node);
  }

  /** The model's figures below the node are no longer valid. */
  private renew(top: MovableNode): void {
    const stack = [top];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      node.promise = undefined;
      if (node !== top) node.facts = undefined;
      if (node.split === undefined) continue;
      const shares = Array.from(this.kernel.sharesOf(node.splitOf));
      node.split = { ...node.split, missing: { kind: "share", shares } };
      for (const branch of node.branches) stack.push(branch);
    }
  }

  countsIfRaised(branch: MovableNode, node: MovableNode): Float64Array {
    return this.kernel.countsIfRaised(branch.node, node.node);
  }
}
