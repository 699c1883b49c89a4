import pc from "picocolors";
import { type Io, printLine } from "./io.js";

/** Prints a figure or a fact after its name. */
export type Line = (name: string, text: string) => void;

/** The longest names of figures, such as `training accuracy`; a test checks that no output has a longer one. */
const NAMES = 17;

export function lineOf(io: Io): Line {
  const { bold } = pc.createColors(io.stdout.color);
  return (name, text) => printLine(io.stdout, `  ${bold(name.padEnd(NAMES))}  ${text}`);
}
