import type { Team } from "../kernels/team.js";
import type { EnsembleModel } from "../model/ensemble.js";
import type { PackedTrees } from "../model/packed.js";
import type { Cells } from "./bind.js";
import { PackedPredictor } from "./packed/packedPredictor.js";
import { packedPlan } from "./packedPlan.js";

const predictors = new WeakMap<PackedTrees, PackedPredictor>();

/** The sums of the packed trees' values, per row. */
export function packedSums(
  model: EnsembleModel,
  trees: PackedTrees,
  cells: readonly Cells[],
  rows: number,
  team?: Team,
): Float64Array {
  return predictorOf(model, trees).sums(cells, rows, team);
}

/** Lays packed trees out in the team's memory, where they stay, before there are rows to predict on it. */
export function prepareTrees(model: EnsembleModel, trees: PackedTrees, team: Team): void {
  predictorOf(model, trees).prepare(team);
}

/** One for each model's trees, which keeps what it has prepared. */
function predictorOf(model: EnsembleModel, trees: PackedTrees): PackedPredictor {
  let predictor = predictors.get(trees);
  if (predictor === undefined) {
    const { trees: voting, ...options } = packedPlan(model, trees);
    predictor = new PackedPredictor(voting, model.attributes, options);
    predictors.set(trees, predictor);
  }
  return predictor;
}
