import { type LimbKernel, type LimbNode, type LimbTree, limbsIn } from "../../kernels/limbs.js";
import type { Team } from "../../kernels/team.js";
import { isSplit, type TreeModel, type TreeNode } from "../../model/tree.js";
import type { Cells } from "../../use/predict/cells.js";
import { type Growth, type Limb, limbsOf } from "./limbs.js";
import type { PruneRows } from "./rows.js";

/** A tree to rebuild whose rows are in a kernel's memory; undefined where the kernel does not know its tests. */
export function kernelGrowth(team: Team, model: TreeModel, rows: PruneRows): Growth | undefined {
  const tree = treeFor(model, rows);
  const kernel = tree && limbsIn(team, tree);
  return kernel && new KernelGrowth(model, kernel);
}

function treeFor(
  model: TreeModel,
  { rows, cells, truth, weights, quantum }: PruneRows,
): LimbTree | undefined {
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

const LEAF: LimbNode = { attribute: -1, branches: [], shares: [] };

function nodeFor(node: TreeNode, cells: readonly Cells[]): LimbNode | undefined {
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

class KernelGrowth implements Growth {
  readonly root: Limb;

  constructor(
    readonly model: TreeModel,
    private readonly kernel: LimbKernel,
  ) {
    const limbs = limbsOf(model);
    this.root = limbs[0];
    kernel.settle(0, false);
    for (const limb of limbs) limb.counts = kernel.countsOf(limb.node);
  }

  makeLeaf(limb: Limb): void {
    limb.split = undefined;
    limb.branches = [];
    this.kernel.makeLeaf(limb.node);
  }

  raise(limb: Limb, b: number): void {
    const branch = limb.branches[b];
    limb.split = branch.split;
    limb.branches = branch.branches;
    limb.splitOf = branch.splitOf;
    if (branch.split) this.kernel.become(limb.node, branch.node);
    else this.kernel.makeLeaf(limb.node);
    this.kernel.settle(limb.node, true);
    this.renew(limb);
  }

  /** The model's figures below the limb no longer hold. */
  private renew(top: Limb): void {
    const stack = [top];
    for (let limb = stack.pop(); limb !== undefined; limb = stack.pop()) {
      limb.promise = undefined;
      if (limb !== top) limb.facts = undefined;
      if (limb.split === undefined) continue;
      const shares = Array.from(this.kernel.sharesOf(limb.splitOf));
      limb.split = { ...limb.split, missing: { kind: "share", shares } };
      for (const branch of limb.branches) stack.push(branch);
    }
  }

  countsIfRaised(branch: Limb, limb: Limb): Float64Array {
    return this.kernel.countsIfRaised(branch.node, limb.node);
  }
}
