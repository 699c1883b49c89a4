// Waiting for other threads at other places than a barrier.

import { sleep } from "./barrier";
import { leaveIfStopped } from "./control";
import { changesSoon } from "./spin";

const FREE: i32 = 0;
const HELD: i32 = 1;
/** Held, and another thread may sleep until it is free. */
const AWAITED: i32 = 2;
/** About twenty microseconds. */
const SPINS: i32 = 20000;

/** Takes a lock: a word, 0 before the first use. For some hundred instructions: others spin meanwhile. */
export function lock(word: usize): void {
  for (let i = 0; i < SPINS; i++) {
    if (atomic.load<i32>(word) == FREE && atomic.cmpxchg<i32>(word, FREE, HELD) == FREE) return;
  }
  while (atomic.xchg<i32>(word, AWAITED) != FREE) {
    leaveIfStopped();
    sleep(word, AWAITED);
  }
}

export function unlock(word: usize): void {
  if (atomic.xchg<i32>(word, FREE) == AWAITED) atomic.notify(word, 1);
}

/** Tells all threads that wait for a change of this word. */
export function announce(word: usize): void {
  atomic.add<i32>(word, 1);
  atomic.notify(word, -1);
}

/** Returns when a change has been announced since the word was `seen`. */
export function awaitChange(word: usize, seen: i32): void {
  if (changesSoon(word, seen)) return;
  while (atomic.load<i32>(word) == seen) {
    leaveIfStopped();
    sleep(word, seen);
  }
}
