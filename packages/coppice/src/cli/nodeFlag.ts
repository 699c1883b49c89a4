import { CoppiceError } from "../base/errors.js";
import { stepsOf } from "../model/nodePath.js";

/** The path of a node as a flag. */
export const NODE_HELP = "branch numbers from the root, such as 0.1.0, or root";

export function nodeOf(text: string): string {
  try {
    stepsOf(text);
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    throw new CoppiceError("OPTION_RANGE", error.message.replace(/^node/, "--node"), {
      ...error.facts,
      name: "--node",
    });
  }
  return text;
}
