import { RaisingMemoryFull } from "../../kernels/drivers/raising.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import type { Team } from "../../kernels/team.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { weightOf } from "../criterion/criterion.js";
import { cutAt } from "./cutAt.js";
import type { ExpectedErrors } from "./errorBound.js";
import { kernelMovableTree, type OnLanded, rebuiltByKernel } from "./kernelMovableTree.js";
import { ListMovableTree } from "./listMovableTree.js";
import { type MovableNode, type MovableTree, modelOfMovable } from "./movableTree.js";
import type { PruneRows } from "./rows.js";

/** A subtree is replaced by a leaf if that adds at most this many expected errors (C4.5). */
const PREFERENCE = 0.1;
/** What C4.5's figures are compared to. */
const ROUNDING = 1e-6;

/**
 * Error-based pruning (Quinlan 1993, chapter 4; D 8.4.2): from the leaves up, a subtree is replaced by a leaf, or by its
 * largest branch ("raised": the rows of the other branches go down that branch too), if no more errors are expected then
 * on unseen rows. Expected errors are upper confidence limits, from the errors on the training rows.
 *
 * Raising needs the training rows; without them subtrees are only replaced by leaves.
 */
export function errorBased(
  model: TreeModel,
  expected: ExpectedErrors,
  rows?: PruneRows,
  team?: Team,
  onLanded?: OnLanded,
): TreeModel {
  return rows === undefined ? replaced(model, expected) : raised(model, expected, rows, team, onLanded);
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

function raised(
  model: TreeModel,
  expected: ExpectedErrors,
  rows: PruneRows,
  team: Team | undefined,
  onLanded: OnLanded | undefined,
): TreeModel {
  return (
    byKernel(model, expected, rows, team, onLanded) ?? rebuilt(new ListMovableTree(model, rows), expected)
  );
}

/** Rows × depth below which compiling a kernel takes longer than it saves. */
const KERNEL_ROWS = 2048;

/** Lowered by tests. */
export const raisingTuning = { rows: KERNEL_ROWS };

function byKernel(
  model: TreeModel,
  expected: ExpectedErrors,
  rows: PruneRows,
  given: Team | undefined,
  onLanded: OnLanded | undefined,
): TreeModel | undefined {
  if (rows.rows < raisingTuning.rows || !kernelsUsable()) return undefined;
  return withTeam(given, (team) => {
    try {
      if (expected.normal) return rebuiltByKernel(team, model, rows, expected.normal, onLanded);
      const growth = kernelMovableTree(team, model, rows);
      return growth && rebuilt(growth, expected);
    } catch (error) {
      if (error instanceof RaisingMemoryFull) return undefined;
      throw error;
    }
  });
}

function rebuilt(growth: MovableTree, expected: ExpectedErrors): TreeModel {
  const stack: { node: MovableNode; sonsDone: boolean }[] = [{ node: growth.root, sonsDone: false }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, sonsDone } = next;
    if (node.split === undefined) continue;
    if (!sonsDone) {
      stack.push({ node, sonsDone: true });
      for (let b = node.branches.length - 1; b >= 0; b--) {
        if (node.branches[b].split) stack.push({ node: node.branches[b], sonsDone: false });
      }
    } else if (judge(node, growth, expected) === "raised") {
      // The raised branch has additional rows, so it is assessed again from its leaves.
      stack.push({ node, sonsDone: false });
    }
  }
  return modelOfMovable(growth);
}

function judge(node: MovableNode, growth: MovableTree, expected: ExpectedErrors): Verdict {
  const heaviest = heaviestBranch(node);
  const verdict = verdictOn(node, growth.countsIfRaised(node.branches[heaviest], node), expected);
  if (verdict === "leaf") growth.makeLeaf(node);
  else if (verdict === "raised") growth.raise(node, heaviest);
  return verdict;
}

export type Verdict = "leaf" | "raised" | "kept";

/**
 * Weka's order: the leaf must beat both the subtree and the raised branch; then the branch must beat the subtree. `ifRaised`: the
 * class weights of the leaves of the heaviest branch if all rows of the node went down it, the last leaf first.
 */
export function verdictOn(node: MovableNode, ifRaised: Float64Array, expected: ExpectedErrors): Verdict {
  const asLeaf = promiseAsLeaf(node, expected);
  const asTree = promiseOf(node, expected);
  const asBranch = promiseOfLeaves(ifRaised, node.counts.length, expected);
  if (asLeaf <= asTree + PREFERENCE + ROUNDING && asLeaf <= asBranch + PREFERENCE + ROUNDING) return "leaf";
  return asBranch <= asTree + PREFERENCE + ROUNDING ? "raised" : "kept";
}

/** The last on a tie, as in Weka. */
export function heaviestBranch({ branches }: MovableNode): number {
  let best = 0;
  let most = weightOf(branches[0].counts, 0, branches[0].counts.length);
  for (let b = 1; b < branches.length; b++) {
    const { counts } = branches[b];
    const weight = weightOf(counts, 0, counts.length);
    if (weight < most - ROUNDING) continue;
    best = b;
    most = weight;
  }
  return best;
}

/** From the class weights of a leaf, which are in `counts` from `at` on. */
function promised(counts: Float64Array, at: number, classes: number, expected: ExpectedErrors): number {
  let weight = 0;
  let most = 0;
  for (let k = at; k < at + classes; k++) {
    weight += counts[k];
    if (counts[k] > most) most = counts[k];
  }
  return weight > ROUNDING ? expected(weight, weight - most) : 0;
}

function promiseAsLeaf(node: MovableNode, expected: ExpectedErrors): number {
  node.promise ??= promised(node.counts, 0, node.counts.length, expected);
  return node.promise;
}

function promiseOf(node: MovableNode, expected: ExpectedErrors): number {
  let sum = 0;
  const stack = [node];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (at.split === undefined) sum += promiseAsLeaf(at, expected);
    else for (const branch of at.branches) stack.push(branch);
  }
  return sum;
}

function promiseOfLeaves(counts: Float64Array, classes: number, expected: ExpectedErrors): number {
  let sum = 0;
  for (let at = 0; at < counts.length; at += classes) sum += promised(counts, at, classes, expected);
  return sum;
}
