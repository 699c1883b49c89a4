import { CoppiceError } from "../base/errors.js";
import type { Model } from "../model/model.js";
import type { FitFlags } from "./fitFlags.js";

/** What is not given is as the model has it. The model is not learned again to assess it. */
export function continueFlags(
  flags: FitFlags,
  { learner, target, attributes, training }: Model,
  isGiven: (flag: string) => boolean,
): FitFlags {
  const { assess, target: named = target.name } = flags;
  if (assess === "folds" || assess === "holdout") {
    const message = `--assess ${assess} would learn the model again, and --continue goes on from one: use oob or none`;
    throw new CoppiceError("OPTION_CONFLICT", message, {
      name: "--assess",
      rule: "oob or none",
      value: assess,
    });
  }
  return {
    ...flags,
    target: named,
    keep: attributes.map(({ name }) => name),
    learner: isGiven("learner") ? flags.learner : learner,
    seed: isGiven("seed") ? flags.seed : training.seed,
  };
}
