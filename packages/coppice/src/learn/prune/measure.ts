import { CoppiceError, show } from "../../base/errors.js";
import { riskOf } from "../../model/risk.js";
import type { NodeFacts, TreeModel } from "../../model/tree.js";
import { splitFactors } from "../cost/alteredPriors.js";
import { criterionNamed } from "../criterion/criterionFor.js";
import { shapeOf, type TreeShape } from "./treeShape.js";

/** What a leaf costs: its errors (rpart), or its impurity under the tree's criterion (scikit-learn). */
export type Measure = "error" | "impurity";

/** Errors of targets near the limits of doubles are clipped here, so that their sums stay finite. */
const LARGEST = 1e290;

/** Each node's cost as a leaf, times its weight. */
export function costsAsLeaves(model: TreeModel, measure: Measure, shape = shapeOf(model)): Float64Array {
  if (measure === "error" || model.task === "regression")
    return costsBy(shape, (node) => Math.min(riskOf(node, model), LARGEST));
  const impurity = impurityOf(model);
  const cells = new Float64Array(model.target.levels?.length ?? 0);
  return costsBy(shape, (node) => {
    if (!("counts" in node) || !(node.weight > 0)) return 0;
    cells.set(node.counts);
    return impurity(cells);
  });
}

function costsBy({ count, facts }: TreeShape, cost: (node: NodeFacts) => number): Float64Array {
  const costs = new Float64Array(count);
  for (let i = 0; i < count; i++) costs[i] = cost(facts(i));
  return costs;
}

/** By the criterion that the tree was grown by; Gini where its options name none. */
export function impurityOf({ options, costs, target, task }: TreeModel): (cells: Float64Array) => number {
  const named = criterionNamed(options.criterion, task);
  if (named === undefined) throw ownCriterionIsGone(options.criterion);
  const knowing = named.withLoss?.(costs?.loss);
  const criterion = knowing ?? named;
  const factors = costs && splitFactors(costs, target.levels?.length ?? 0, knowing !== undefined);
  return (cells) => {
    const seen = factors ? cells.map((count, k) => count * factors[k]) : cells;
    return criterion.impurity(seen, 0, seen.length);
  };
}

function ownCriterionIsGone(name: unknown): CoppiceError {
  return new CoppiceError(
    "OPTION_CONFLICT",
    `the tree was grown by a criterion of its own, ${show(name)}, of which the model has the name only; prune by errors, with measure=error`,
    { name: "measure", value: name },
  );
}
