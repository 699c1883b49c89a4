import { setFlagsFromString } from "node:v8";
import { type KernelBinary, moduleOf } from "../kernels/binary.js";

/** V8 in Node 20 to 24. Another one might not know the flags, and would say so on standard error. */
const KNOWN = { from: 11, to: 13 };
/** By these, V8 compiles a function when it is first called, to slow code, and optimises it after it has run for a while. */
const LATE = ["wasm-lazy-compilation", "wasm-dynamic-tiering"];

export function canCompileAhead(): boolean {
  const version = Number.parseInt(process.versions.v8, 10);
  return version >= KNOWN.from && version <= KNOWN.to;
}

/**
 * Has V8 compile kernels to optimised code, in threads of its own, while the table is being read: so they are fast from
 * the first call. It takes 35 to 70 ms of processor time per kernel, less than running slow code does. The flags apply to
 * the whole process, so this is for the command, not for programs that use the library. Only time depends on it.
 * `kernels` run in the shared memory of a team, those `alone` on the calling thread in a memory of its own.
 */
export function compileAhead(kernels: readonly KernelBinary[], alone: readonly KernelBinary[] = []): void {
  if (!canCompileAhead()) return;
  for (const flag of LATE) setFlagsFromString(`--no-${flag}`);
  try {
    for (const kernel of kernels) moduleOf(kernel, true);
    for (const kernel of alone) moduleOf(kernel, false);
  } finally {
    for (const flag of LATE) setFlagsFromString(`--${flag}`);
  }
}
