import { CoppiceError } from "coppice";
import { shown } from "../base/text.js";
import type { Fault } from "./protocol.js";

/** An error as data; one that is not the user's keeps its message, too. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof CoppiceError)) {
    return { code: "INTERNAL", message: shown(error instanceof Error ? error.message : String(error), 500) };
  }
  const { line, column } = error.facts;
  return {
    code: error.code,
    message: shown(error.message, 500),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}
