import { fit } from "../learn/fit.js";
import type { TreeModel } from "../model/tree.js";
import type { Table } from "../table/table.js";
import type { Recipe } from "../targets/trial.js";
import type { LearnFlags } from "./flags.js";
import type { Training } from "./readTraining.js";

/** What the flags ask of a learner, as plain data. */
export function recipeOf(
  { target, weight, attributes }: Training,
  { learner, set, seed }: Pick<LearnFlags, "learner" | "set" | "seed">,
): Recipe {
  return {
    target: target.name,
    learner,
    options: Object.fromEntries(set),
    attributes,
    seed,
    ...(weight !== undefined && { weight }),
  };
}

/** A model as the flags ask, of the training table or of some of its rows. */
export function learn(
  table: Table,
  training: Training,
  flags: LearnFlags,
  onProgress: (share: number) => void,
): TreeModel {
  return fit(table, { ...recipeOf(training, flags), onProgress });
}
