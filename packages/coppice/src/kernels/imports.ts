import { waitOn } from "./waitOn.js";

/** A sleeping thread checks this often whether the work is to stop. */
const SLEEP_MILLISECONDS = 10;

/**
 * What a kernel imports from the host: the memory, sleeping (kernels/assembly/common/barrier.ts), and powers, whose last bits
 * are the host's own. `onIdle` is called after each sleep that timed out.
 */
export function importsOf(memory: WebAssembly.Memory, onIdle?: () => void): WebAssembly.Imports {
  const sleep = (word: number, value: number) => {
    const words = new Int32Array(memory.buffer);
    if (waitOn(words, word >>> 2, value, SLEEP_MILLISECONDS)) onIdle?.();
  };
  return { env: { memory, sleep, pow: Math.pow } };
}
