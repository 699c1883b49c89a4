import { fitTableAsync } from "../learn/fit.js";
import type { Model } from "../model/model.js";
import type { Heard, PreparedFit } from "./fitRequest.js";
import { isModule, loadLearner } from "./ownLearner.js";

/** Learns on the calling thread, letting others run between steps. */
export async function fitHere({ training, spec, learner }: PreparedFit, heard: Heard): Promise<Model> {
  const found = isModule(learner) ? await loadLearner(learner) : learner;
  return fitTableAsync(training.table, { ...spec, ...heard, learner: found });
}
