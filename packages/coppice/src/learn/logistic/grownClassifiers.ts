import { type Problem, problemRows } from "../../engine/problem.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { parentsOf } from "../../model/walk.js";
import { fitTree } from "../fitTree.js";
import { rowsByNode } from "../linear/fittedNodes.js";
import { checkOptions } from "../options.js";
import { cart } from "../presets/cart.js";
import type { Design } from "./design.js";
import { type SoftmaxFit, softmaxFit } from "./softmaxFit.js";

export interface LogisticGrowth {
  readonly minLeaf: number;
  readonly maxDepth?: number;
}

/** A tree that is not pruned yet, with a classifier at each node. */
export interface GrownClassifiers {
  readonly tree: TreeModel;
  readonly fits: readonly SoftmaxFit[];
}

/** Grown from some rows. Each node's classifier is shrunk towards its parent's: this is what smooths along the path. */
export function growClassifiers(
  problem: Problem,
  design: Design,
  rows: Int32Array,
  lambda: number,
  { minLeaf, maxDepth, seed }: LogisticGrowth & { readonly seed: number },
): GrownClassifiers {
  const part = rows.length === problem.rows ? problem : problemRows(problem, rows);
  const minSplit = maxDepth === 0 ? Math.ceil(problem.totalWeight) + 1 : 2 * minLeaf;
  const depth = maxDepth === undefined || maxDepth === 0 ? {} : { maxDepth };
  const asked = { prune: "none", missing: "majority", minLeaf, minSplit, ...depth };
  const tree = fitTree(part, cart, checkOptions(cart, asked), seed);
  const { parent } = parentsOf(tree);
  const fits: SoftmaxFit[] = [];
  rowsByNode(tree, problem, rows).forEach((some, i) => {
    const prior = i === 0 ? undefined : fits[parent[i]].coefficients;
    fits.push(softmaxFit(design, some, { lambda, ...(prior && { prior }) }));
  });
  return { tree, fits };
}

/**
 * Which nodes are leaves, from the leaves upward: a split stays if the classifiers below it have a lower deviance than its
 * own, counting `price` for each parameter that they determine beyond those of their parent, and for the split. Nodes
 * below a leaf may be marked too.
 */
export function leavesAt({ tree: { nodes }, fits }: GrownClassifiers, price: number): Uint8Array {
  const cost = new Float64Array(nodes.length);
  const isLeaf = new Uint8Array(nodes.length);
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i];
    const { deviance } = fits[i];
    const below = isSplit(node)
      ? node.branches.reduce((sum, branch) => sum + cost[branch] + price * fits[branch].parameters, price)
      : Number.POSITIVE_INFINITY;
    isLeaf[i] = deviance <= below ? 1 : 0;
    cost[i] = Math.min(deviance, below);
  }
  return isLeaf;
}
