import { unreachable } from "../base/errors.js";
import type { EnsembleModel } from "../model/ensemble.js";
import type { PackedTrees } from "../model/packed.js";
import { leastRisk } from "./combine.js";
import { completeSums, type SumOptions, type Sums } from "./packed/twin.js";

/**
 * How the values of an ensemble's packed trees are summed; trees that vote give 1 to their class and 0 to the others.
 */
export function packedPlan(
  { combine, costs }: EnsembleModel,
  trees: PackedTrees,
): { trees: PackedTrees } & SumOptions {
  switch (combine.kind) {
    case "mean":
      return { trees };
    case "vote":
      return { trees: votesOf(trees, costs), ...(combine.weights && { weights: combine.weights }) };
    case "sum":
      // One tree per class and round, or trees with a score for every output.
      return { trees, base: combine.base, outputs: trees.width === 1 ? combine.outputs : 1 };
    default:
      return unreachable(combine);
  }
}

function votesOf(trees: PackedTrees, costs: EnsembleModel["costs"]): PackedTrees {
  const { width } = trees;
  const values = new Float64Array(trees.values.length);
  for (let row = 0; row < values.length / width; row++)
    values[row * width + leastRisk(trees.values, row, width, costs?.loss)] = 1;
  return { ...trees, values };
}

/** The same with defaults filled in. */
export function sumsPlan(model: EnsembleModel, packed: PackedTrees): { trees: PackedTrees; sums: Sums } {
  const { trees, ...options } = packedPlan(model, packed);
  return { trees, sums: completeSums(trees, options) };
}
