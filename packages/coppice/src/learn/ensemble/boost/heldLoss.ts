import type { HeldRows } from "../../../engine/boost/port.js";
import { type Loss, lossAt } from "./loss.js";

/** The mean loss of the rows that were held back: a sum in the order of their keys. */
export function heldLoss({ scores: outputs, targets, weights }: HeldRows, loss: Loss): number {
  const scores = new Float64Array(loss.outputs);
  let sum = 0;
  let total = 0;
  for (let row = 0; row < targets.length; row++) {
    for (let k = 0; k < loss.outputs; k++) scores[k] = outputs[k][row];
    const weight = weights ? weights[row] : 1;
    sum += weight * lossAt(loss, scores, targets[row]);
    total += weight;
  }
  return sum / total;
}
