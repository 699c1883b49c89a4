import { fitLoaded } from "../learn/fitLoaded.js";
import type { Model } from "../model/model.js";
import type { Heard, PreparedFit } from "./fitRequest.js";
import { isModule, learnerIn } from "./ownLearner.js";

/** Learns on the calling thread, letting others run between steps. */
export async function fitHere({ training, spec, learner }: PreparedFit, heard: Heard): Promise<Model> {
  const found = isModule(learner) ? await learnerIn(learner) : learner;
  return fitLoaded(training.table, { ...spec, ...heard, learner: found });
}
