import { CoppiceError } from "../../src/base/errors.js";

/** `CODE: message` of the error with which a call is refused; "not refused" if it is not. Other errors are thrown on. */
export function refusal(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return textOf(error);
  }
  return NOT_REFUSED;
}

/** The same for a call that returns a promise. */
export async function lateRefusal(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    return textOf(error);
  }
  return NOT_REFUSED;
}

const NOT_REFUSED = "not refused";

function textOf(error: unknown): string {
  if (error instanceof CoppiceError) return error.toString();
  throw error;
}
