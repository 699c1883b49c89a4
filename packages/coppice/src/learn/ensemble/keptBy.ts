import type { EnsembleLearner } from "../learner.js";
import { checkOptions } from "../options.js";
import type { DataRequest } from "../tableJob.js";
import { type Checkpoints, stateFrom, type Work } from "./checkpoint.js";
import { fingerprint } from "./fingerprint.js";
import { Keeper } from "./keeper.js";

/** What goes on from a checkpoint, and writes others. The rows are looked at before they are coded. */
export function keptBy(
  checkpoint: Checkpoints,
  learner: EnsembleLearner,
  problem: Work["problem"],
  { options: given = {}, seed = 1 }: Pick<DataRequest, "options" | "seed">,
): Pick<DataRequest, "resume" | "onSlice"> {
  const options = checkOptions(learner, given);
  const keeper = new Keeper({ checkpoint, learner, options, seed, problem });
  fingerprint(problem);
  const { resume } = checkpoint;
  return {
    ...(resume !== undefined && {
      resume: stateFrom(resume, { learner: learner.name, options, seed, problem }),
    }),
    onSlice: (slice) => (keeper.isDue() ? keeper.keep(slice) : undefined),
  };
}
