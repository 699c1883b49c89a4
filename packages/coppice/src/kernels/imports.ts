import { waitOn } from "./waitOn.js";

/** A sleeper looks this often whether the work is to stop. */
const NAP_MILLISECONDS = 10;

/**
 * What the host lends to a kernel: the memory, and sleeping (kernels/assembly/common/barrier.ts). `onIdle` is called
 * when a whole nap was in vain.
 */
export function importsOf(memory: WebAssembly.Memory, onIdle?: () => void): WebAssembly.Imports {
  const sleep = (word: number, value: number) => {
    const words = new Int32Array(memory.buffer);
    if (waitOn(words, word >>> 2, value, NAP_MILLISECONDS)) onIdle?.();
  };
  return { env: { memory, sleep } };
}
