import { type FitTableRequest, fitTable, type ModelOf } from "../learn/fit.js";
import type { Learner } from "../learn/learner.js";
import { type Model, modelSize } from "../model/model.js";
import { predictTable } from "../predict/predictTable.js";
import type { Trial } from "../use/evaluate/jobs.js";

/** A request as plain data, which can cross threads. */
export interface FitSpec
  extends Omit<FitTableRequest, "learner" | "signal" | "onProgress" | "team" | "checkpoint"> {
  /** A learner's name. */
  readonly learner: string;
}

/** A learner with its options, as experiments take it. */
export function trialOf<const L extends string | Learner>(
  request: Omit<FitTableRequest<L>, "onProgress">,
  clock: () => number = () => performance.now() / 1000,
): Trial<ModelOf<L>> {
  return {
    fit: (train, onProgress) =>
      fitTable<L>(train, { ...(request as FitTableRequest<L>), ...(onProgress && { onProgress }) }),
    predict: predictTable,
    sizeOf: (model) => ({ ...modelSize(model as Model) }),
    clock,
  };
}
