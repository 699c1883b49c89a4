import { type FitRequest, fitTable, type ModelOf } from "../learn/fit.js";
import type { Learner } from "../learn/learner.js";
import { type Model, modelSize } from "../model/model.js";
import { predict } from "../predict/predict.js";
import type { Trial } from "../use/evaluate/jobs.js";

/** A request as plain data, which may cross threads. */
export interface FitSpec
  extends Omit<FitRequest, "learner" | "signal" | "onProgress" | "team" | "checkpoint"> {
  /** A learner's name. */
  readonly learner: string;
}

/** A learner with its options, as experiments want it. */
export function trialOf<const L extends string | Learner>(
  request: Omit<FitRequest<L>, "onProgress">,
  clock: () => number = () => performance.now() / 1000,
): Trial<ModelOf<L>> {
  return {
    fit: (train, onProgress) =>
      fitTable<L>(train, { ...(request as FitRequest<L>), ...(onProgress && { onProgress }) }),
    predict,
    sizeOf: (model) => ({ ...modelSize(model as Model) }),
    clock,
  };
}
