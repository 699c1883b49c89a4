import { CoppiceError } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";

export function unknownLearner(name: string, names: readonly string[]): CoppiceError {
  return new CoppiceError(
    "LEARNER_UNKNOWN",
    `there is no learner ${JSON.stringify(name)} among ${names.join(", ")}${didYouMean(name, names)}`,
    { name, rule: `one of ${names.join(", ")}` },
  );
}
