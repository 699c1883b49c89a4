import { barrier } from "../common/barrier";
import { leaveIfStopped } from "../common/control";

// Used by the tests of teams: jobs whose result shows whether all threads took part and stayed synchronised.

/** In every round each thread adds its number plus one to the round's cell; the next round checks that all have. */
export function rounds(thread: i32, threads: i32, at: usize, cells: usize, count: i32): void {
  const all = (threads * (threads + 1)) >> 1;
  for (let i = 0; i < count; i++) {
    const cell = cells + ((<usize>i) << 2);
    atomic.add<i32>(cell, thread + 1);
    barrier(at, threads);
    if (atomic.load<i32>(cell) != all) unreachable();
  }
}

/** Records which threads took part, and which arguments they got. */
export function report(thread: i32, threads: i32, at: usize, number: f64): void {
  store<f64>(at + ((<usize>thread) << 3), number + <f64>threads);
}

/** The thread of this number fails, while the others wait for it. */
export function failAt(thread: i32, threads: i32, at: usize, failing: i32): void {
  if (thread == failing) unreachable();
  barrier(at, threads);
  barrier(at, threads);
}

/** Works until it is cancelled, and signals by `started` that it has begun. */
export function endless(thread: i32, threads: i32, started: usize): void {
  atomic.add<i32>(started, 1);
  for (;;) leaveIfStopped();
}

/** Adds one to a word until it reaches `count`, each thread as often as it can, like an atomic work queue. */
export function share(thread: i32, threads: i32, counter: usize, taken: usize, count: i32): void {
  for (;;) {
    leaveIfStopped();
    const item = atomic.add<i32>(counter, 1);
    if (item >= count) return;
    atomic.add<i32>(taken + ((<usize>item) << 2), 1);
  }
}
