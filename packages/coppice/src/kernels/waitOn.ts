/** The main thread of a page must not sleep; everyone else may. */
function mayBlock(): boolean {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1, 0);
    return true;
  } catch {
    return false;
  }
}

let sleeps: boolean | undefined;
/** Looks of a thread that must not sleep, in place of some milliseconds of sleep. */
const LOOKS = 1_000_000;

/** Waits while the word holds the value, but not for longer than so many milliseconds; whether it waited in vain. */
export function waitOn(words: Int32Array, at: number, value: number, patience?: number): boolean {
  sleeps ??= mayBlock();
  if (sleeps) return Atomics.wait(words, at, value, patience) === "timed-out";
  for (let i = 0; i < LOOKS; i++) if (Atomics.load(words, at) !== value) return false;
  return true;
}
