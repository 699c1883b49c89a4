import process from "node:process";
import { useKernels } from "../kernels/support.js";
import { processIo } from "./processIo.js";
import { run } from "./run.js";

const ABORTED = 130;

/** The command: `argv` as the process got it. */
export async function main(argv: readonly string[]): Promise<void> {
  if (process.env.COPPICE_WASM === "off") useKernels(false);
  const code = await run(argv.slice(2), processIo());
  process.exitCode = code;
  // An aborted read may still hold the process open.
  if (code === ABORTED) process.exit();
  await Promise.all([process.stdout, process.stderr].map(flushed));
}

/** A pipe may take what was written later. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write("", () => resolve()));
}
