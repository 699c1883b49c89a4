import { fit } from "../learn/fit.js";
import type { TreeModel } from "../model/tree.js";
import type { Table } from "../table/table.js";
import type { LearnFlags } from "./flags.js";
import type { Training } from "./readTraining.js";

/** A model as the flags ask, of the training table or of some of its rows. */
export function learn(
  table: Table,
  { target, weight, attributes }: Training,
  { learner, set, seed }: LearnFlags,
  onProgress: (share: number) => void,
): TreeModel {
  return fit(table, {
    target: target.name,
    learner,
    options: Object.fromEntries(set),
    attributes,
    seed,
    onProgress,
    ...(weight !== undefined && { weight }),
  });
}
