import process from "node:process";
import { processIo } from "./processIo.js";
import { run } from "./run.js";

const ABORTED = 130;

/** The command: `argv` as the process got it. */
export async function main(argv: readonly string[]): Promise<void> {
  const code = await run(argv.slice(2), processIo());
  process.exitCode = code;
  // An aborted read may still hold the process open.
  if (code === ABORTED) process.exit();
}
