import type { LinearAnswer } from "../../model/answer.js";
import { answerValue } from "../../model/answer.js";
import type { Condition } from "../../model/condition.js";
import type { Test } from "../../model/test.js";
import { isSplit, type SplitNode, type TreeNode, type ValueFacts } from "../../model/tree.js";
import { parentsOf, pathTo, type Step } from "../../model/walk.js";
import { conditionOf } from "../../model/words.js";
import { type Conjunction, join } from "../../rules/conjunction.js";
import { type Cells, testedCells } from "../../table/column.js";
import { folded, formulaInUnits, formulaOf, inUnits } from "../linear/formulaOf.js";
import { leavesUnder, nodesAbove } from "../linear/leavesUnder.js";
import { weightedMean } from "../linear/linearFit.js";
import { smoothed } from "../linear/smoothed.js";
import type { GrownModels } from "./grownModels.js";
import { rangeOf, type Settings } from "./settings.js";

/** Whether predictions jump at thresholds. */
export type Boundaries = "sharp" | "gradual";

/** The nodes of a pruned and smoothed model tree, in preorder. */
export function modelNodes(
  grown: GrownModels,
  { smoothing, penalty }: Pick<Settings, "smoothing" | "penalty">,
  boundaries: Boundaries,
): TreeNode[] {
  const { tree, nodes } = grown;
  const isLeaf = leavesUnder(tree, nodes, penalty);
  const parents = parentsOf(tree);
  const kept = nodesAbove(tree.nodes, isLeaf);
  const place = new Map(kept.map((node, i) => [node, i]));
  const cells = grown.data.problem.attributes.map(testedCells);
  return kept.map((index): TreeNode => {
    const node = tree.nodes[index];
    if (isSplit(node) && isLeaf[index] === 0) {
      const branches = node.branches.map((branch) => place.get(branch)!);
      const test = boundaries === "gradual" ? gateOf(node.test, nodes[index].rows, grown, cells) : node.test;
      return { ...node, ...meanFacts(grown, index), test, branches };
    }
    return leafFacts(grown, index, pathTo(parents, index), smoothing, cells);
  });
}

/**
 * A threshold on numbers as a gate: no jump is left where it lies (A ex. 9.8). The gate's standard deviation is that of the
 * node's cells over the cube root of their number, the order of the error with which a threshold is located (Banerjee and
 * McKeague 2007).
 */
function gateOf(test: Test, rows: Int32Array, { tree }: GrownModels, cells: readonly Cells[]): Test {
  const { attribute } = test;
  if (test.kind !== "threshold" || tree.attributes[attribute].type !== "numeric") return test;
  const known = Float64Array.from(rows, (row) => cells[attribute][row]).filter((cell) => !Number.isNaN(cell));
  const mean = known.reduce((sum, cell) => sum + cell, 0) / known.length;
  const spread = Math.sqrt(known.reduce((sum, cell) => sum + (cell - mean) ** 2, 0) / known.length);
  // A logistic distribution with the slope s has the standard deviation π / (s √3).
  const slope = (Math.PI * Math.cbrt(known.length)) / (Math.sqrt(3) * spread);
  return Number.isFinite(slope) && slope > 0
    ? { kind: "gate", attribute, threshold: test.threshold, slope }
    : test;
}

/** The mean of a node's rows and the squared error around it: the tree may have been grown on residuals. */
function meanFacts({ data, nodes }: GrownModels, index: number): ValueFacts {
  const { rows } = nodes[index];
  const { weight, mean } = weightedMean(data.targets, data.weights, rows);
  return { weight, value: inUnits(mean, data.unit), error: squaredError(rows, data, () => mean) };
}

function leafFacts(
  grown: GrownModels,
  index: number,
  path: readonly Step[],
  smoothing: number,
  cells: readonly Cells[],
): ValueFacts {
  const { tree, data, nodes } = grown;
  const { rows, fit } = nodes[index];
  const above = path.map(({ node }) => nodes[node].fit).reverse();
  const whole = formulaOf(data, smoothed(fit, above, smoothing));
  const formula = folded(whole, conditionsOn(path, tree), tree.attributes);
  const limits = rangeOf(data.targets);
  const inside: LinearAnswer = { kind: "linear", formula, limits };
  const error = squaredError(rows, data, (row) => answerValue(inside, (a) => cells[a][row]));
  const { weight, mean } = weightedMean(data.targets, data.weights, rows);
  if (formula.terms.length === 0) return { weight, value: inUnits(formula.intercept, data.unit), error };
  const answer: LinearAnswer = {
    kind: "linear",
    formula: formulaInUnits(formula, data.unit),
    limits: [inUnits(limits[0], data.unit), inUnits(limits[1], data.unit)],
  };
  return { weight, value: inUnits(mean, data.unit), error, answer };
}

/** What holds for the rows of a path whose values are known; nothing if no value satisfies it. */
function conditionsOn(path: readonly Step[], { nodes, attributes }: GrownModels["tree"]): Condition[] {
  let all: Conjunction | undefined = new Map();
  for (const { node, branch } of path) {
    const one = conditionOf((nodes[node] as SplitNode).test, branch, attributes);
    all = all && join(all, new Map([[one.attribute, one]]), attributes);
  }
  return all ? [...all.values()] : [];
}

/** The mean, by weight, in the target's own units. */
function squaredError(
  rows: Int32Array,
  { targets, weights, unit }: GrownModels["data"],
  predicted: (row: number) => number,
): number {
  let [sum, weight] = [0, 0];
  for (const row of rows) {
    sum += weights[row] * (targets[row] - predicted(row)) ** 2;
    weight += weights[row];
  }
  return weight > 0 ? inUnits(inUnits(sum / weight, unit), unit) : 0;
}
