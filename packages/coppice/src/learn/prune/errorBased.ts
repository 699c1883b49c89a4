import { isSplit, type TreeModel } from "../../model/tree.js";
import { cutAt } from "./cutAt.js";
import type { ExpectedErrors } from "./errorBound.js";
import { type Growth, growthOf, type Limb, modelOfGrowth } from "./limbs.js";
import type { PruneRows } from "./rows.js";

/** A leaf is taken when it promises no more than this many errors more than the subtree (C4.5). */
const PREFERENCE = 0.1;
/** What C4.5's figures are compared to. */
const ROUNDING = 1e-6;

/**
 * Error-based pruning (Quinlan 1993, chapter 4; D 8.4.2): from the leaves up, a subtree is replaced by a leaf, or by its
 * heaviest branch ("raised": the rows of the other branches go down that branch too), when that promises no more errors
 * on unseen rows. Promises are the upper limits of the errors among the training rows.
 *
 * Raising needs the training rows; without them subtrees are only replaced by leaves.
 */
export function errorBased(model: TreeModel, expected: ExpectedErrors, rows?: PruneRows): TreeModel {
  return rows === undefined ? replaced(model, expected) : raised(model, expected, rows);
}

function replaced(model: TreeModel, expected: ExpectedErrors): TreeModel {
  const best = new Float64Array(model.nodes.length);
  const cut: number[] = [];
  for (let i = model.nodes.length - 1; i >= 0; i--) {
    const node = model.nodes[i];
    const wrong = "counts" in node ? node.weight - node.counts[node.label] : 0;
    best[i] = node.weight > 0 ? expected(node.weight, wrong) : 0;
    if (!isSplit(node)) continue;
    const below = node.branches.reduce((sum, branch) => sum + best[branch], 0);
    if (best[i] <= below + PREFERENCE + ROUNDING) cut.push(i);
    else best[i] = below;
  }
  return cutAt(model, cut);
}

function raised(model: TreeModel, expected: ExpectedErrors, rows: PruneRows): TreeModel {
  const growth = growthOf(model, rows);
  const stack: { limb: Limb; sonsDone: boolean }[] = [{ limb: growth.root, sonsDone: false }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { limb, sonsDone } = next;
    if (limb.split === undefined) continue;
    if (!sonsDone) {
      stack.push({ limb, sonsDone: true });
      for (let b = limb.branches.length - 1; b >= 0; b--) {
        stack.push({ limb: limb.branches[b], sonsDone: false });
      }
    } else if (judge(limb, growth, expected) === "raised") {
      // What came up has new rows, so that it is judged again from its leaves.
      stack.push({ limb, sonsDone: false });
    }
  }
  return modelOfGrowth(growth);
}

/** Weka's order: the leaf must beat both the subtree and the raised branch; then the branch must beat the subtree. */
function judge(limb: Limb, growth: Growth, expected: ExpectedErrors): "leaf" | "raised" | "kept" {
  const heaviest = heaviestBranch(limb);
  const asLeaf = promised(limb.counts, expected);
  const asTree = promiseOf(limb, expected);
  const asBranch = promiseIfRaised(limb.branches[heaviest], limb, growth, expected);
  if (asLeaf <= asTree + PREFERENCE + ROUNDING && asLeaf <= asBranch + PREFERENCE + ROUNDING) {
    growth.makeLeaf(limb);
    return "leaf";
  }
  if (!(asBranch <= asTree + PREFERENCE + ROUNDING)) return "kept";
  growth.raise(limb, heaviest);
  return "raised";
}

/** The last of equals, as Weka has it. */
function heaviestBranch({ branches }: Limb): number {
  const weights = branches.map(({ counts }) => counts.reduce((a, b) => a + b, 0));
  return weights.reduce((best, weight, b) => (weight >= weights[best] - ROUNDING ? b : best), 0);
}

function promised(counts: Float64Array, expected: ExpectedErrors): number {
  let weight = 0;
  let most = 0;
  for (const count of counts) {
    weight += count;
    if (count > most) most = count;
  }
  return weight > ROUNDING ? expected(weight, weight - most) : 0;
}

function promiseOf(limb: Limb, expected: ExpectedErrors): number {
  let sum = 0;
  const stack = [limb];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (at.split === undefined) sum += promised(at.counts, expected);
    else for (const branch of at.branches) stack.push(branch);
  }
  return sum;
}

/** The errors that `branch` would promise if all rows of `limb` went down it. */
function promiseIfRaised(branch: Limb, limb: Limb, growth: Growth, expected: ExpectedErrors): number {
  let sum = 0;
  const stack = [{ at: branch, entries: limb.entries }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { at, entries } = next;
    if (at.split === undefined) sum += promised(growth.count(entries), expected);
    else {
      const { parts } = growth.divide(at.split, entries);
      at.branches.forEach((son, b) => {
        stack.push({ at: son, entries: parts[b] });
      });
    }
  }
  return sum;
}
