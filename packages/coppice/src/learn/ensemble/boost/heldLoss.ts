import type { Booster } from "../../../kernels/drivers/boost/booster.js";
import type { BoostPlan } from "../../../kernels/drivers/boost/plan.js";
import { lossAt } from "./loss.js";

/** The mean loss of the rows that were held back. */
export function heldLoss(booster: Booster, { loss, rows, trainRows, targets, weights }: BoostPlan): number {
  const outputs = Array.from({ length: loss.outputs }, (_, output) => booster.scores(output));
  const scores = new Float64Array(loss.outputs);
  let sum = 0;
  let total = 0;
  for (let row = trainRows; row < rows; row++) {
    for (let k = 0; k < loss.outputs; k++) scores[k] = outputs[k][row];
    const weight = weights ? weights[row] : 1;
    sum += weight * lossAt(loss, scores, targets[row]);
    total += weight;
  }
  return sum / total;
}
