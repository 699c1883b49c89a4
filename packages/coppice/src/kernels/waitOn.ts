/** The main thread of a page must not block; all others may. */
function mayBlock(): boolean {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1, 0);
    return true;
  } catch {
    return false;
  }
}

let canBlock: boolean | undefined;
/** Iterations of a thread that must not block, in place of some milliseconds of sleep. */
const SPINS = 1_000_000;

/** Waits while the word has the value, but no longer than `timeout` milliseconds; returns whether it timed out. */
export function waitOn(words: Int32Array, at: number, value: number, timeout?: number): boolean {
  canBlock ??= mayBlock();
  if (canBlock) return Atomics.wait(words, at, value, timeout) === "timed-out";
  for (let i = 0; i < SPINS; i++) if (Atomics.load(words, at) !== value) return false;
  return true;
}
