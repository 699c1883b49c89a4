import { CoppiceError } from "../base/errors.js";
import { learnerHint } from "./foreignNames.js";

export function unknownLearner(name: string, names: readonly string[]): CoppiceError {
  return new CoppiceError(
    "LEARNER_UNKNOWN",
    `there is no learner ${JSON.stringify(name)} among ${names.join(", ")}${learnerHint(name, names)}`,
    { name, rule: `one of ${names.join(", ")}` },
  );
}
