import { CoppiceError } from "../../base/errors.js";
import type { TreeSequence } from "../../kernels/drivers/treeSequence.js";
import type { PruningRow, TreeModel } from "../../model/tree.js";
import { cutAt } from "./cutAt.js";
import { costsAsLeaves, type Measure } from "./measure.js";
import { rpartLinks } from "./rpartLinks.js";
import { shapeOf, splitsOf, type TreeShape } from "./treeShape.js";
import { SLACK, weakestLinks } from "./weakestLinks.js";

export interface SequenceOptions {
  /** What leaves cost: errors, or impurity. */
  readonly measure?: Measure;
  /** Breiman's weakest links, or the recursion of rpart. */
  readonly table?: "breiman" | "rpart";
  /** For table=rpart: its cp, the minimum complexity of a split. */
  readonly least?: number;
}

/** For table=rpart: what the sequence of a part of a tree takes over from the whole. */
export interface PartLimits {
  /** The least complexity of a split, absolute. */
  readonly floor: number;
  /** What the nodes above the part allow. */
  readonly bound: number;
}

/** The nested trees of cost-complexity pruning, from the root alone to the largest. */
export interface PruningSequence {
  /** Alphas relative to the root's cost, falling; each row is the smallest tree that is best at its alpha. */
  readonly rows: readonly PruningRow[];
  /** The leaves' cost in each row's tree, absolute: weight × impurity, or errors. */
  readonly costs: readonly number[];
  /** What relative alphas are multiples of: the root's cost. */
  readonly unit: number;
  /** The absolute alpha from which each split node is pruned (by itself or with an ancestor). */
  readonly goneAt: Float64Array;
}

/** The sequence of trees of cost-complexity pruning, from the whole tree to its root alone (Breiman et al. 1984). */
export function pruningSequence(model: TreeModel, options: SequenceOptions = {}): PruningSequence {
  const { measure = "error" } = options;
  const shape = shapeOf(model);
  const costs = costsAsLeaves(model, measure, shape);
  const errors = measure === "error" ? costs : costsAsLeaves(model, "error", shape);
  const { goneAt, floor } = collapses(shape, costs, options);
  return { ...rowsOf(shape, goneAt, costs, errors, floor), unit: costs[0], goneAt };
}

/** The same from a kernel that found the trees by errors, and Breiman's weakest links. */
export function sequenceFrom({ goneAt, trees }: TreeSequence): PruningSequence {
  const unit = trees[0].cost;
  const rows = trees.map(({ alpha, splits, cost }) => ({
    alpha: relative(alpha, unit),
    splits,
    error: relative(cost, unit),
  }));
  return { rows, costs: trees.map(({ cost }) => cost), unit, goneAt };
}

/** Alphas below this share of the root's cost are differences of rounding: 0. */
const ROUNDING = 1e-15;

/** The absolute alpha from which each split node is pruned, and the least that is considered. */
export function collapses(
  shape: TreeShape,
  costs: Float64Array,
  { table = "breiman", least = 0 }: SequenceOptions,
  part?: PartLimits,
): { readonly goneAt: Float64Array; readonly floor: number } {
  if (table === "breiman") {
    const links = weakestLinks(shape, costs).map((alpha) => (alpha > ROUNDING * costs[0] ? alpha : 0));
    return { goneAt: eldersFirst(shape, links, 0), floor: 0 };
  }
  checkTwoWay(shape);
  const { floor, bound } = part ?? { floor: least * costs[0] };
  return { goneAt: eldersFirst(shape, rpartLinks(shape, costs, floor, bound), floor), floor };
}

/** A node is pruned no later than its ancestors. */
function eldersFirst({ count, first, heirs }: TreeShape, own: Float64Array, floor: number): Float64Array {
  own[0] = Math.max(own[0], floor);
  for (let i = 0; i < count; i++) {
    for (let k = first[i]; k < first[i + 1]; k++)
      own[heirs[k]] = Math.min(Math.max(own[heirs[k]], floor), own[i]);
  }
  return own;
}

function rowsOf(
  { count: nodes, first, heirs }: TreeShape,
  goneAt: Float64Array,
  costs: Float64Array,
  errors: Float64Array,
  floor: number,
): Pick<PruningSequence, "rows" | "costs"> {
  const rise = (of: Float64Array, i: number) => {
    let sum = 0;
    for (let k = first[i]; k < first[i + 1]; k++) sum += of[heirs[k]];
    return sum - of[i];
  };
  const splits: number[] = [];
  for (let i = 0; i < nodes; i++) if (first[i] < first[i + 1] && goneAt[i] > floor) splits.push(i);
  splits.sort((a, b) => goneAt[b] - goneAt[a] || a - b);
  const rows: PruningRow[] = [];
  const total: number[] = [];
  let [cost, error, count] = [costs[0], errors[0], 0];
  const note = (alpha: number) => {
    rows.push({
      alpha: relative(alpha, costs[0]),
      splits: count,
      error: relative(Math.max(0, error), errors[0]),
    });
    total.push(Math.max(0, cost));
  };
  splits.forEach((i, k) => {
    const before = k === 0 ? Number.POSITIVE_INFINITY : goneAt[splits[k - 1]];
    if (before - goneAt[i] > SLACK * goneAt[i]) note(goneAt[i]);
    cost += rise(costs, i);
    error += rise(errors, i);
    count++;
  });
  note(floor);
  return { rows, costs: total };
}

function relative(x: number, whole: number): number {
  return whole > 0 ? x / whole : 0;
}

/** The best tree at a relative alpha; the smallest on a tie. */
export function pruneAt(model: TreeModel, { goneAt, unit }: PruningSequence, alpha: number): TreeModel {
  const edge = alpha * unit * (1 + 10 * SLACK);
  const isSplitAt = splitsOf(model);
  const cut: number[] = [];
  for (let i = 0; i < goneAt.length; i++) if (goneAt[i] <= edge && isSplitAt(i)) cut.push(i);
  return cutAt(model, cut);
}

export function isTwoWay({ first }: TreeShape): boolean {
  return first.every((heir, i) => i === 0 || heir === first[i - 1] || heir === first[i - 1] + 2);
}

function checkTwoWay(shape: TreeShape): void {
  if (isTwoWay(shape)) return;
  throw new CoppiceError(
    "OPTION_CONFLICT",
    "table=rpart needs tests with two branches everywhere, and this tree has others; use table=breiman",
    { name: "table", value: "rpart" },
  );
}
