import { CommanderError } from "commander";
import { CoppiceError } from "../base/errors.js";
import { printable } from "../model/words.js";
import { type Io, printJson, printLine, remark } from "./io.js";
import { isVerb, programFor } from "./program.js";

/** Runs one command line (without `node` and the script) and returns its exit code: 0 done, 1 failed, 2 wrong usage. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const wantsJson = args.includes("--json");
  try {
    const program = await programFor(args, io);
    await program.parseAsync([...args], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const known = asCoppiceError(error);
    if (known === undefined) return crash(error, io, wantsJson);
    printLine(io.stderr, printable(known.toString()));
    if (known.code === "USAGE" && isVerb(args[0])) remark(io, "hint", `see: coppice ${args[0]} --help`);
    if (wantsJson) printJson(io, { error: known });
    return exitCodeOf(known);
  }
}

const USAGE_CODES: ReadonlySet<string> = new Set([
  "USAGE",
  "OPTION_UNKNOWN",
  "OPTION_RANGE",
  "OPTION_CONFLICT",
  "LEARNER_UNKNOWN",
  "TARGET_MISSING",
]);

export function exitCodeOf(error: CoppiceError): number {
  if (error.code === "ABORTED") return 130;
  return USAGE_CODES.has(error.code) ? 2 : 1;
}

function asCoppiceError(error: unknown): CoppiceError | undefined {
  if (error instanceof CoppiceError) return error;
  if (!(error instanceof CommanderError)) return undefined;
  // Commander has written the help by then.
  if (error.code === "commander.help")
    return new CoppiceError("USAGE", "a verb is needed, such as: coppice fit");
  const message = error.message
    .replace(/^error: /, "")
    .replace(/\s*\(Did you mean (.+)\?\)$/s, "; did you mean $1?");
  return new CoppiceError("USAGE", message);
}

/** A fault of the program, not of the user: shown whole, so that it can be reported. */
function crash(error: unknown, io: Io, wantsJson: boolean): number {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printLine(io.stderr, `INTERNAL: this is a fault in coppice; please report it\n${text}`);
  if (wantsJson) printJson(io, { error: { code: "INTERNAL", message: String(error) } });
  return 1;
}
