import { CoppiceError, show } from "../../base/errors.js";
import type { ClassAnswers } from "../../model/packedTree.js";
import { riskOf } from "../../model/risk.js";
import type { TreeModel } from "../../model/tree.js";
import { splitFactors } from "../cost/alteredPriors.js";
import { criterionNamed } from "../criterion/criterionFor.js";
import { shapeOf } from "./treeShape.js";

/** What a leaf costs: its errors (rpart), or its impurity under the tree's criterion (scikit-learn). */
export type Measure = "error" | "impurity";

/** Errors of targets near the limits of doubles are clipped here, so that their sums stay finite. */
const LARGEST = 1e290;

/** Each node's cost as a leaf, times its weight. */
export function costsAsLeaves(model: TreeModel, measure: Measure, shape = shapeOf(model)): Float64Array {
  const { count, facts, answers } = shape;
  const costs = new Float64Array(count);
  if (measure === "error" || model.task === "regression") {
    if (answers?.kind === "classes" && model.costs === undefined) addMisclassified(costs, answers);
    else for (let i = 0; i < count; i++) costs[i] = Math.min(riskOf(facts(i), model), LARGEST);
    return costs;
  }
  const impurity = impurityOf(model);
  for (let i = 0; i < count; i++) {
    const node = facts(i);
    if ("counts" in node && node.weight > 0) costs[i] = impurity(Float64Array.from(node.counts));
  }
  return costs;
}

/** The same risk, without an object for every node. */
function addMisclassified(costs: Float64Array, { classes, counts, label }: ClassAnswers): void {
  for (let i = 0; i < costs.length; i++) {
    for (let k = 0; k < classes; k++) if (k !== label[i]) costs[i] += counts[i * classes + k];
  }
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
