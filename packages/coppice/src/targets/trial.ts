import { type FitRequest, fit } from "../learn/fit.js";
import { sizeOf, type TreeModel } from "../model/tree.js";
import type { Trial } from "../use/evaluate/jobs.js";
import { predict } from "../use/predict/predict.js";

/** A request as plain data, which may cross threads. */
export interface Recipe extends Omit<FitRequest, "learner" | "signal" | "onProgress"> {
  /** A learner's name. */
  readonly learner: string;
}

/** A learner with its options, as experiments want it. */
export function trialOf(
  request: Omit<FitRequest, "onProgress">,
  clock: () => number = () => performance.now() / 1000,
): Trial<TreeModel> {
  return {
    fit: (train, onProgress) => fit(train, { ...request, ...(onProgress && { onProgress }) }),
    predict,
    sizeOf: (model) => ({ ...sizeOf(model) }),
    clock,
  };
}
