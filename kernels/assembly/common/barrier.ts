import { leaveIfStopped } from "./control";
import { changesSoon } from "./spin";

/** Sleeps while the word has this value, for at most some milliseconds. */
// An import from the host, not the instruction: in Node 20 code that is not optimised yet loses its registers across
// memory.atomic.wait32 (V8 11.3).
@external("env", "sleep")
export declare function sleep(word: usize, value: i32): void;

/**
 * Returns when all threads have called it. `at` is 64 bytes, aligned to 64 and zeroed before the first use; it may be
 * reused immediately. If another thread has failed, or the work is cancelled, it never returns: it traps.
 */
export function barrier(at: usize, threads: i32): void {
  if (threads == 1) return;
  const round = at + 4;
  const current = atomic.load<i32>(round);
  if (atomic.add<i32>(at, 1) == threads - 1) {
    atomic.store<i32>(at, 0);
    atomic.add<i32>(round, 1);
    atomic.notify(round, -1);
    return;
  }
  if (changesSoon(round, current)) return;
  while (atomic.load<i32>(round) == current) {
    leaveIfStopped();
    sleep(round, current);
  }
}
