import type { Team } from "../kernels/team.js";
import type { EnsembleModel } from "../model/ensemble.js";
import type { PackedTrees } from "../model/packed.js";
import type { Cells } from "./bind.js";
import { PackedPredictor } from "./packed/packedPredictor.js";
import { packedPlan } from "./packedPlan.js";

const predictors = new WeakMap<PackedTrees, PackedPredictor>();

/** The sums of the packed trees' values, per row. The layout of the trees is kept for the next table. */
export function packedSums(
  model: EnsembleModel,
  trees: PackedTrees,
  cells: readonly Cells[],
  rows: number,
  team?: Team,
): Float64Array {
  let predictor = predictors.get(trees);
  if (predictor === undefined) {
    const { trees: voting, ...options } = packedPlan(model, trees);
    predictor = new PackedPredictor(voting, model.attributes, options);
    predictors.set(trees, predictor);
  }
  return predictor.sums(cells, rows, team);
}
