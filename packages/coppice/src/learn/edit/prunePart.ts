import type { NodeRows } from "../../engine/port.js";
import { type Problem, problemRows } from "../../engine/problem.js";
import type { NodeFacts, TreeModel, TreeNode } from "../../model/tree.js";
import { rowsReaching } from "../../predict/rowsAt.js";
import { chosenRow } from "../prune/chooseSize.js";
import { collapses, isTwoWay } from "../prune/costComplexity.js";
import { cutAt } from "../prune/cutAt.js";
import { costsAsLeaves, type Measure } from "../prune/measure.js";
import { pruneBy, sequenceOptions } from "../prune/methods.js";
import { chooseByOf, type PruneChoice, type PruneOptions } from "../prune/pruneOptions.js";
import { grownRows, type PruneRows, rowsOfProblem } from "../prune/rows.js";
import { rpartBounds } from "../prune/rpartLinks.js";
import { shapeOf } from "../prune/treeShape.js";
import { SLACK } from "../prune/weakestLinks.js";

/** How the parts of a tree are pruned: as the whole was. */
export interface PartPruning {
  readonly prune: PruneChoice;
  readonly options: PruneOptions;
  /** What the root of the whole tree is as a leaf. */
  readonly root: NodeFacts;
  /** The whole tree before its new parts are pruned, and the node at which the part begins. */
  readonly whole: TreeModel;
  readonly start: number;
  /** The leaves of the whole tree that are not in the part. */
  readonly leavesElsewhere: number;
  /** The rows of the part as growth saw them. */
  readonly training: () => PruneRows;
  /** Rows of the part that were kept for pruning. */
  readonly kept: () => PruneRows;
}

/** Whether the method looks at the training rows of a part. */
export function needsRows(prune: PruneChoice, { raising }: PruneOptions): boolean {
  return prune === "errorBased" && raising;
}

/**
 * Prunes a part of a tree as the whole would be. What methods measure relative to the root is relative to the root of the
 * whole; the size that cross-validation or held-out rows chose is kept as the complexity that it stands for.
 */
export function prunePart(
  model: TreeModel,
  nodes: readonly TreeNode[],
  how: PartPruning,
): readonly TreeNode[] {
  const { prune, options, leavesElsewhere } = how;
  const part = { ...model, nodes };
  switch (prune) {
    case "costComplexity":
      return byComplexity(part, how);
    case "mergeLeaves": {
      const own = costsAsLeaves({ ...model, nodes: [nodes[0]] }, "impurity")[0];
      const whole = costsAsLeaves({ ...model, nodes: [how.root] }, "impurity")[0];
      const { maxIncrease = options.mergeTo === undefined ? 0.01 : undefined, mergeTo } = options;
      const limits = {
        ...options,
        ...(maxIncrease !== undefined && {
          maxIncrease: own > 0 ? (maxIncrease * whole) / own : maxIncrease,
        }),
        ...(mergeTo !== undefined && { mergeTo: Math.max(1, mergeTo - leavesElsewhere) }),
      };
      return pruneBy(part, prune, limits, {}).nodes;
    }
    default:
      return pruneBy(part, prune, options, { training: how.training, pruning: () => [how.kept()] }).nodes;
  }
}

/** The alpha of the tree that was chosen, relative to the root. */
function chosenAlpha({ pruning = [] }: TreeModel, options: PruneOptions): number {
  const { alpha = 0, pruneRule } = options;
  if (chooseByOf(options) === "alpha" || pruning.length === 0) return alpha;
  const considered = pruning.filter((row, i) => i === 0 || row.alpha >= alpha);
  return Math.max(alpha, pruning[chosenRow(considered, pruneRule)].alpha);
}

function byComplexity(part: TreeModel, how: PartPruning): readonly TreeNode[] {
  const { options, root } = how;
  const { measure = "error", table, least = 0 } = sequenceOptions(options);
  const unit = costsAsLeaves({ ...part, nodes: [root] }, measure)[0];
  const shape = shapeOf(part);
  const costs = costsAsLeaves(part, measure, shape);
  const floor = least * unit;
  const limits = table === "rpart" ? { floor, bound: boundAbove(how, measure, floor) } : undefined;
  const { goneAt } = collapses(shape, costs, { ...(table && { table }) }, limits);
  const edge = chosenAlpha(part, options) * unit * (1 + 10 * SLACK);
  return cutAt(
    part,
    Array.from(goneAt.keys()).filter((i) => shape.first[i] < shape.first[i + 1] && goneAt[i] <= edge),
  ).nodes;
}

/** What rpart's recursion allows at the start of the part; a test of three branches by hand is beyond it. */
function boundAbove({ whole, start }: PartPruning, measure: Measure, floor: number): number {
  const shape = shapeOf(whole);
  if (!isTwoWay(shape)) return Number.POSITIVE_INFINITY;
  return rpartBounds(shape, costsAsLeaves(whole, measure, shape), floor)[start];
}

/** The rows at a node of a tree that grows, each with its weight there. */
export function trainingAt(model: TreeModel, problem: Problem, { rows, weights }: NodeRows): PruneRows {
  return { ...grownRows(model, problemRows(problem, Array.from(rows))), weights };
}

/** Those of the rows kept for pruning that come to a node. */
export function keptAt(model: TreeModel, kept: Problem, at: number): PruneRows {
  const all = rowsOfProblem(model, kept);
  const { rows, weights } = rowsReaching(model, all.cells, all.rows, at);
  return {
    rows: rows.length,
    cells: all.cells.map((cells) => Float64Array.from(rows, (row) => cells[row])),
    truth: Float64Array.from(rows, (row) => all.truth[row]),
    weights: weights.map((share, i) => share * all.weights[rows[i]]),
    quantum: all.quantum,
  };
}
