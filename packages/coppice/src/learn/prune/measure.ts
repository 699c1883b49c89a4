import { CoppiceError, show } from "../../base/errors.js";
import { lossOf } from "../../model/costs.js";
import type { TreeModel } from "../../model/tree.js";
import type { ClassAnswers } from "../../model/treeColumns.js";
import { splitFactors } from "../cost/alteredPriors.js";
import { criterionNamed } from "../criterion/criterionFor.js";
import { shapeOf } from "./treeShape.js";

/** What a leaf costs: its errors (rpart), or its impurity under the tree's criterion (scikit-learn). */
export type Measure = "error" | "impurity";

/** Errors of targets near the limits of doubles are clipped here, so that their sums stay finite. */
const LARGEST = 1e290;

/** Each node's cost as a leaf, times its weight. */
export function costsAsLeaves(model: TreeModel, measure: Measure, shape = shapeOf(model)): Float64Array {
  const { count, weight, answers } = shape;
  const costs = new Float64Array(count);
  if (answers.kind === "values") {
    for (let i = 0; i < count; i++)
      if (weight[i] > 0) costs[i] = Math.min(weight[i] * answers.error[i], LARGEST);
    return costs;
  }
  const { classes, counts, label } = answers;
  if (measure === "error" && model.costs === undefined) return misclassified(answers, costs);
  const impurity = measure === "impurity" ? impurityOf(model) : undefined;
  for (let i = 0; i < count; i++) {
    if (!(weight[i] > 0)) continue;
    const own = counts.slice(i * classes, (i + 1) * classes);
    costs[i] = impurity ? impurity(own) : Math.min(lossOf(own, label[i], model.costs), LARGEST);
  }
  return costs;
}

function misclassified({ classes, counts, label }: ClassAnswers, costs: Float64Array): Float64Array {
  for (let i = 0; i < costs.length; i++) {
    for (let k = 0; k < classes; k++) if (k !== label[i]) costs[i] += counts[i * classes + k];
  }
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
