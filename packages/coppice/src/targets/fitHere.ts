import { fitLoaded } from "../learn/fitLoaded.js";
import type { Model } from "../model/model.js";
import type { FitHooks, PreparedFit } from "./fitRequest.js";
import { isModule, learnerIn } from "./ownLearner.js";

/** Learns on the calling thread, yielding to the event loop between steps. */
export async function fitHere({ training, spec, learner }: PreparedFit, hooks: FitHooks): Promise<Model> {
  const found = isModule(learner) ? await learnerIn(learner) : learner;
  return fitLoaded(training.table, { ...spec, ...hooks, learner: found });
}
