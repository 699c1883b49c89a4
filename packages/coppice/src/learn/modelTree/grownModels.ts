import { gridValues } from "../../engine/grid.js";
import type { Problem } from "../../engine/problem.js";
import type { TreeModel } from "../../model/tree.js";
import { fitTree } from "../fitTree.js";
import { type Candidates, type FittedNode, fittedNodes } from "../linear/fittedNodes.js";
import { fittedValue, linearFit } from "../linear/linearFit.js";
import { type ValueRows, valueRows } from "../linear/terms.js";
import { checkOptions } from "../options.js";
import { cart } from "../presets/cart.js";

/** How a model tree is grown. */
export interface Growth {
  readonly minLeaf: number;
  readonly maxDepth?: number;
  /** What a leaf predicts: a linear formula, or the mean. */
  readonly leaf: "linear" | "mean";
}

/** What the splits are chosen to explain: the target, or the residuals of one linear model of all rows. */
export type SplitOn = "target" | "residuals";

/** A tree that is not pruned yet, with a linear model at each node. */
export interface GrownModels {
  readonly tree: TreeModel;
  readonly data: ValueRows;
  readonly nodes: readonly FittedNode[];
}

export function growModels(problem: Problem, splitOn: SplitOn, growth: Growth, seed: number): GrownModels {
  const data = valueRows(problem);
  const rows = Int32Array.from({ length: problem.rows }, (_, row) => row);
  const grown = splitOn === "residuals" ? withResiduals(data, rows) : problem;
  const options = checkOptions(cart, cartOptions(growth));
  const tree = fitTree(grown, cart, options, seed);
  return { tree, data, nodes: fittedNodes(tree, data, rows, candidatesFor(splitOn, growth)) };
}

/** Splits on residuals tell where one linear model fails, not which attributes belong in it. */
function candidatesFor(splitOn: SplitOn, { leaf }: Growth): Candidates {
  if (leaf === "mean") return "none";
  return splitOn === "residuals" ? "all" : "tested";
}

function cartOptions({ minLeaf, maxDepth }: Growth): Readonly<Record<string, unknown>> {
  return {
    ...{ prune: "none", missing: "majority", minLeaf, minSplit: 2 * minLeaf },
    ...(maxDepth !== undefined && { maxDepth }),
  };
}

function withResiduals(data: ValueRows, rows: Int32Array): Problem {
  const { problem, targets } = data;
  if (problem.target.kind !== "values") throw new Error("residuals need a target of numbers");
  const fit = linearFit(
    data,
    rows,
    data.terms.map((_, term) => term),
  );
  const values = Float64Array.from(rows, (row) => targets[row] - fittedValue(data, fit, row));
  const column = { ...problem.target.column, values };
  return { ...problem, target: { kind: "values", column, grid: gridValues(values, problem.totalWeight) } };
}
