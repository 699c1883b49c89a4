import { CoppiceError } from "../base/errors.js";

/** An error as data, in which form it crosses threads. */
export type Failure = { readonly error: ReturnType<CoppiceError["toJSON"]> } | { readonly crash: string };

export function failureOf(error: unknown): Failure {
  if (error instanceof CoppiceError) return { error: error.toJSON() };
  return { crash: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** The error as it was thrown. */
export function errorOf(failure: Failure): Error {
  if ("crash" in failure) return new Error(failure.crash);
  const { code, message, ...facts } = failure.error;
  return new CoppiceError(code, message, facts);
}
