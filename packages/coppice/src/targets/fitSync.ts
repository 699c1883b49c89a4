import { fitTable, type ModelOf } from "../learn/fit.js";
import type { Learner } from "../learn/learner.js";
import type { Model } from "../model/model.js";
import type { TableData } from "../source/tableFrom.js";
import { type AnyFitRequest, type FitRequest, prepareFitSync, type TargetName } from "./fitRequest.js";

/** Like `fit`, but blocks the calling thread until the model is ready: for small data. The model is the same. */
export function fitSync<const D extends TableData, const L extends string | Learner = "cart">(
  data: D,
  request: FitRequest<L, TargetName<NoInfer<D>>>,
): ModelOf<L>;
export function fitSync(data: TableData, request: AnyFitRequest): Model {
  const { onProgress, checkpoint } = request;
  const { training, spec, learner } = prepareFitSync(data, request);
  return fitTable(training.table, {
    ...spec,
    learner: learner as string | Learner,
    ...(onProgress && { onProgress }),
    ...(checkpoint && { checkpoint }),
  });
}
