import type { Residuals } from "../../../engine/boost/port.js";
import type { BoostPlan } from "../../../kernels/drivers/boost/plan.js";
import { weightedQuantile } from "./quantile.js";

/**
 * What a leaf adds to the scores if that is the quantile of what is left in it: for losses whose gradients only tell the side on
 * which the target lies (Friedman 2001, section 4.3).
 */
export function leafValue({ values, weights }: Residuals, { loss, learningRate }: BoostPlan): number {
  // A round's sample may have no rows at all: the tree is a leaf that adds nothing.
  if (values.length === 0) return 0;
  return weightedQuantile(values, weights, loss.refit ?? 0.5) * learningRate;
}
