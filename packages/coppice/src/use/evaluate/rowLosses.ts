/**
 * Probabilities are clipped this far from 0 and 1, so that one confident error does not make the log loss infinite.
 */
export const LOG_LOSS_CLIP = 1e-15;

/** -ln p of the true class. */
export function logLossOf(p: number): number {
  return -Math.log(Math.min(Math.max(p, LOG_LOSS_CLIP), 1 - LOG_LOSS_CLIP));
}

/** The squared distance between the probabilities from `at` on and the truth. */
export function brierOf(
  probabilities: ArrayLike<number>,
  at: number,
  classes: number,
  trueClass: number,
): number {
  let distance = 0;
  for (let k = 0; k < classes; k++) {
    const off = probabilities[at + k] - (k === trueClass ? 1 : 0);
    distance += off * off;
  }
  return distance;
}
