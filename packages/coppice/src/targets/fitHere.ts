import type { Checkpoints } from "../learn/ensemble/checkpoint.js";
import { fitTableAsync } from "../learn/fit.js";
import type { OnProgress } from "../learn/learner.js";
import type { Model } from "../model/model.js";
import type { AnyFitRequest, PreparedFit } from "./fitRequest.js";
import { isModule, loadLearner } from "./ownLearner.js";

/** What a fit hears from its caller, and tells it. */
export interface Heard {
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  readonly checkpoint?: Checkpoints;
}

export function heardOf({ signal, onProgress, checkpoint }: AnyFitRequest): Heard {
  return { ...(signal && { signal }), ...(onProgress && { onProgress }), ...(checkpoint && { checkpoint }) };
}

/** Learns on the calling thread, letting others run between steps. */
export async function fitHere({ training, spec, learner }: PreparedFit, heard: Heard): Promise<Model> {
  const found = isModule(learner) ? await loadLearner(learner) : learner;
  return fitTableAsync(training.table, { ...spec, ...heard, learner: found });
}
