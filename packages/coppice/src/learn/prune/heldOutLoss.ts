import type { LeftOutLosses } from "../../kernels/drivers/leftOut.js";
import { labelOf, posterior } from "../../model/costs.js";
import { classRisk, riskOf, rowRisk } from "../../model/risk.js";
import { isSplit, type NodeFacts, type TreeModel } from "../../model/tree.js";
import { compileTree } from "../../predict/compile.js";
import {
  areLanded,
  type HeldOutRows,
  type LandedRows,
  type LeafShare,
  landBlocks,
  landEach,
} from "./landedRows.js";
import type { PruneRows } from "./rows.js";
import { rootOf, type TreeShape } from "./treeShape.js";
import { SLACK } from "./weakestLinks.js";

/** By node its parent, the first tree in which it is split, and the next node up that answers. */
interface Lives {
  readonly parent: Int32Array;
  readonly opens: Int32Array;
  readonly above: Int32Array;
}

/** The losses of a sequence of nested trees on rows that none of them has seen, added up over rows and folds. */
export class HeldOutLoss {
  private readonly sums: Float64Array;
  private readonly squares: Float64Array;
  private weight = 0;

  /** `trees`: the number of rows in the pruning table. */
  constructor(private readonly trees: number) {
    this.sums = new Float64Array(trees + 1);
    this.squares = new Float64Array(trees + 1);
  }

  /**
   * Tree j of the sequence is `model` pruned at alphas[j], in descending order. A node is a leaf in consecutive trees: from
   * the first that contains its parent as a split to the first in which it is itself split. So the cost of a row is
   * proportional to the length of its path.
   */
  add(
    model: TreeModel,
    shape: TreeShape,
    goneAt: Float64Array,
    alphas: readonly number[],
    heldOut: HeldOutRows,
  ): void {
    const { parent, opens } = this.lives(shape, goneAt, alphas);
    const above = answeringAbove(parent, opens);
    const lives = { parent, opens, above };
    const labels = shape.answers?.kind === "classes" ? shape.answers.label : undefined;
    const shared = (leaves: readonly LeafShare[], block: PruneRows, row: number) => {
      this.weight += block.weights[row];
      this.addShared(model, opens, sharesOf(leaves, parent), block, row);
    };
    if (areLanded(heldOut)) this.addLanded(model, shape, lives, heldOut);
    // Sums of weights are exact, whatever their order.
    else if (labels && model.costs === undefined) this.addErrorsOf(model, labels, lives, heldOut, shared);
    else this.addLanded(model, shape, lives, landBlocks(model, heldOut, shared));
  }

  /** Misclassified rows, one by one. */
  private addErrorsOf(
    model: TreeModel,
    labels: Int32Array,
    lives: Lives,
    blocks: Iterable<PruneRows>,
    shared: (leaves: readonly LeafShare[], block: PruneRows, row: number) => void,
  ): void {
    const tree = compileTree(model);
    for (const block of blocks) {
      const whole = (leaf: number, row: number) => {
        this.weight += block.weights[row];
        this.addErrors(lives, leaf, block.weights[row], labels, block.truth[row]);
      };
      landEach(model, block, whole, (leaves, row) => shared(leaves, block, row), tree);
    }
  }

  private addLanded(model: TreeModel, shape: TreeShape, lives: Lives, landed: LandedRows): void {
    const { leaf, truth, weights } = landed;
    const labels = shape.answers?.kind === "classes" ? shape.answers.label : undefined;
    const risk = (node: number, row: number) =>
      labels ? classRisk(labels[node], truth[row], model) : heldOutRisk(shape.facts(node), truth[row], model);
    for (let row = 0; row < leaf.length; row++) {
      this.weight += weights[row];
      this.addPath(lives, leaf[row], weights[row], row, risk);
    }
  }

  /** The losses of other rows, where a loss is 1 or 0: its square is the same. */
  addErrorSteps({ weight, steps }: LeftOutLosses): void {
    this.weight += weight;
    for (let j = 0; j <= this.trees; j++) {
      this.sums[j] += steps[j];
      this.squares[j] += steps[j];
    }
  }

  /** Each node's parent, and the first tree in which it is split. */
  private lives({ count, first, heirs }: TreeShape, goneAt: Float64Array, alphas: readonly number[]) {
    const parent = new Int32Array(count).fill(-1);
    const opens = new Int32Array(count).fill(this.trees);
    for (let i = 0; i < count; i++) {
      if (first[i] < first[i + 1]) opens[i] = firstBelow(alphas, goneAt[i]);
      for (let k = first[i]; k < first[i + 1]; k++) parent[heirs[k]] = i;
    }
    return { parent, opens };
  }

  /** Adds a row that reaches one leaf, from there up. */
  private addPath(
    { parent, opens, above }: Lives,
    leaf: number,
    weight: number,
    row: number,
    risk: (node: number, row: number) => number,
  ): void {
    for (let i = leaf, end = this.trees; i >= 0 && end > 0; i = above[i]) {
      const from = parent[i] < 0 ? 0 : opens[parent[i]];
      if (from < end) this.note(from, end, weight, risk(i, row));
      end = Math.min(end, from);
    }
  }

  /** The same where a loss is 1 or 0: a loss of 0 changes no sum. */
  private addErrors(
    { parent, opens, above }: Lives,
    leaf: number,
    weight: number,
    labels: Int32Array,
    truth: number,
  ): void {
    for (let i = leaf, end = this.trees; i >= 0 && end > 0; i = above[i]) {
      const up = parent[i];
      const from = up < 0 ? 0 : opens[up];
      if (from >= end) continue;
      if (labels[i] !== truth) this.note(from, end, weight, 1);
      end = from;
    }
  }

  private addShared(
    model: TreeModel,
    opens: Int32Array,
    shares: Map<number, number>,
    { weights, truth }: PruneRows,
    row: number,
  ): void {
    for (let j = 0; j < this.trees; ) {
      const answering = answerers(model, opens, shares, j);
      const end = answering.reduce((least, node) => Math.min(least, opens[node]), this.trees);
      this.note(j, end, weights[row], lossOfMix(model, answering, shares, truth[row]));
      j = end;
    }
  }

  private note(from: number, to: number, weight: number, loss: number): void {
    this.sums[from] += weight * loss;
    this.sums[to] -= weight * loss;
    this.squares[from] += weight * loss * loss;
    this.squares[to] -= weight * loss * loss;
  }

  /** Error and standard error of each tree, relative to the error of `model`'s root on its training rows (rpart). */
  relativeTo(model: TreeModel): { crossError?: number; crossStd?: number }[] {
    const root = rootOf(model);
    if (this.weight === 0) return Array.from({ length: this.trees }, () => ({}));
    const unit = (riskOf(root, model) / root.weight) * this.weight || 1;
    let [sum, squares] = [0, 0];
    return Array.from({ length: this.trees }, (_, j) => {
      sum += this.sums[j];
      squares += this.squares[j];
      const spread = Math.max(0, squares - (sum * sum) / this.weight);
      return { crossError: Math.max(0, sum) / unit, crossStd: Math.sqrt(spread) / unit };
    });
  }
}

/**
 * The next node up that answers in some tree. Ancestors are split no later than what is below them, so a node whose parent is
 * split in the same tree as its grandparent is passed over.
 */
function answeringAbove(parent: Int32Array, opens: Int32Array): Int32Array {
  const above = new Int32Array(parent.length).fill(-1);
  for (let i = 1; i < parent.length; i++) {
    const up = parent[i];
    const same = parent[up] >= 0 && opens[parent[up]] === opens[up];
    above[i] = same ? above[up] : up;
  }
  return above;
}

/** The first of the descending alphas at which a node that is pruned from `goneAt` on is still there. */
function firstBelow(alphas: readonly number[], goneAt: number): number {
  let [low, high] = [0, alphas.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (alphas[middle] * (1 + 10 * SLACK) < goneAt) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The share of the row at every node that it reaches. */
function sharesOf(leaves: readonly LeafShare[], parent: Int32Array): Map<number, number> {
  const shares = new Map<number, number>();
  for (const [leaf, share] of leaves) {
    for (let i = leaf; i >= 0; i = parent[i]) shares.set(i, (shares.get(i) ?? 0) + share);
  }
  return shares;
}

/** The nodes of tree j whose predictions are combined for a row. */
function answerers(model: TreeModel, opens: Int32Array, shares: Map<number, number>, j: number): number[] {
  const found: number[] = [];
  const stack = [0];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const node = model.nodes[at];
    if (!isSplit(node) || opens[at] > j) found.push(at);
    else for (const branch of node.branches) if (shares.has(branch)) stack.push(branch);
  }
  return found;
}

function lossOfMix(model: TreeModel, nodes: number[], shares: Map<number, number>, truth: number): number {
  const [first] = nodes;
  if (nodes.length === 1) return heldOutRisk(model.nodes[first], truth, model);
  return heldOutRisk(mixOf(model, nodes, shares), truth, model);
}

/**
 * What a held-out row costs, in the unit of the leaf's own error, so that both columns of the pruning table mean the same.
 * The worst error of a leaf is one figure for all its rows: a row that joins them has the greater of it and its own miss.
 */
function heldOutRisk(node: NodeFacts, truth: number, model: TreeModel): number {
  const own = rowRisk(node, truth, model);
  return model.leafError === "worst" && "value" in node ? Math.max(node.error, own) : own;
}

/** The combined prediction of several leaves, as in `predict`. */
function mixOf(model: TreeModel, nodes: number[], shares: Map<number, number>): NodeFacts {
  const facts = nodes.map((node) => model.nodes[node]);
  const parts = nodes.map((node) => shares.get(node) ?? 0);
  const weight = parts.reduce((a, b) => a + b, 0);
  if (model.task === "regression") {
    const mean = (of: "value" | "error") =>
      facts.reduce((sum, node, i) => sum + parts[i] * ("value" in node ? node[of] : 0), 0) / weight;
    return { weight, value: mean("value"), error: mean("error") };
  }
  const mixed = new Float64Array(model.target.levels!.length);
  facts.forEach((node, i) => {
    if (!("counts" in node)) return;
    posterior(node.counts, model.costs).forEach((p, k) => {
      mixed[k] += parts[i] * p;
    });
  });
  // The priors have been applied already.
  const { loss } = model.costs ?? {};
  return { weight, counts: Array.from(mixed), label: labelOf(mixed, loss && { loss }) };
}
