import { CoppiceError } from "../base/errors.js";

/** The error of a learner whose models are complete. */
export function continuesNothing(name: string): CoppiceError {
  return new CoppiceError(
    "CONTINUE_MISMATCH",
    `${name} cannot go on from a model; forest, extraTrees and gradientBoost can`,
    { name: "continue", rule: "forest, extraTrees or gradientBoost", value: name },
  );
}
