import { CoppiceError, unreachable } from "../base/errors.js";
import { notModel } from "../model/checks.js";
import { type EnsembleModel, totalWeight } from "../model/ensemble.js";
import type { PackedTrees } from "../model/packed.js";
import { leastRisk } from "./combine.js";
import {
  completeSums,
  levelCounts,
  type RowSums,
  rowByRow,
  type SumOptions,
  type Sums,
  type TableSums,
  walkerInTypeScript,
} from "./packed/twin.js";

/** How the answers of an ensemble's packed trees add up; trees that vote say 1 for their class and 0 for the others. */
export function packedPlan(
  { combine, costs }: EnsembleModel,
  trees: PackedTrees,
): { trees: PackedTrees } & SumOptions {
  // As JSON.parse gives them, the columns are text.
  if (!ArrayBuffer.isView(trees.starts)) throw notModel(trees);
  switch (combine.kind) {
    case "mean":
      return { trees, ...(combine.weights && { weights: combine.weights }) };
    case "vote":
      return { trees: votesOf(trees, costs), ...(combine.weights && { weights: combine.weights }) };
    case "sum":
      // One tree a class and round, or trees that say a score for every output.
      return { trees, base: combine.base, outputs: trees.width === 1 ? combine.outputs : 1 };
    default:
      return unreachable(combine);
  }
}

/** How an ensemble of packed trees answers: sums of the trees' answers, in their order. */
export interface SumPlan extends Sums {
  readonly trees: PackedTrees;
  /** What the sums are divided by, unless a link follows. */
  readonly total: number;
}

/** The plan with its defaults written out: all that is needed to repeat the sums elsewhere, to the bit. */
export function sumPlan(model: EnsembleModel): SumPlan {
  if (model.members.kind !== "packed")
    throw new CoppiceError("MODEL_KIND", `an ensemble of ${model.learner} has no packed trees`, {
      name: model.learner,
      rule: "packed trees",
    });
  const { trees, ...options } = packedPlan(model, model.members.trees);
  return { trees, ...completeSums(trees, options), total: totalWeight(model) };
}

function votesOf(trees: PackedTrees, costs: EnsembleModel["costs"]): PackedTrees {
  const { width } = trees;
  const values = new Float64Array(trees.values.length);
  for (let row = 0; row < values.length / width; row++)
    values[row * width + leastRisk(trees.values, row, width, costs?.loss)] = 1;
  return { ...trees, values };
}

/** A walker for the plan, which follows one row after the other. */
export function walkedSums(
  model: EnsembleModel,
  packed: PackedTrees,
  walkerOf: (trees: PackedTrees, levels: Int32Array, sums: Sums) => RowSums = walkerInTypeScript,
): TableSums {
  const { trees, ...options } = packedPlan(model, packed);
  const sums = completeSums(trees, options);
  return rowByRow(walkerOf(trees, levelCounts(model.attributes), sums), sums);
}
