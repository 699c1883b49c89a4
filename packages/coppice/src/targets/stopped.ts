import { CoppiceError } from "../base/errors.js";

export function stopped(): CoppiceError {
  return new CoppiceError("ABORTED", "learning was stopped");
}
