import { CoppiceError } from "../base/errors.js";
import type { Learner } from "./learner.js";

/** Only tree learners work through an engine. */
export function needsRows({ name }: Learner): CoppiceError {
  return new CoppiceError(
    "LEARNER_ROWS",
    `${name} needs the rows in memory: use fit or fitTableAsync, not a conversation with an engine`,
    { name },
  );
}
