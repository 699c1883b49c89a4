// The threads' tallies together, as doubles.

import { bind, ownTallies, shift, tallies, tallyBytes } from "./plan";

/** Writes the gradients of all cells of all tallies, then their hessians. `made`: the threads that have tallied. */
export function gatherTallies(thread: i32, threads: i32, block: usize, made: i32, to: usize): void {
  bind(block);
  const cells = <i64>tallies * <i64>(tallyBytes >> 3);
  const from = <usize>((cells * thread) / threads);
  const end = <usize>((cells * (thread + 1)) / threads);
  const hessians = to + (<usize>cells << 3);
  const low = (<i64>1 << shift) - 1;
  for (let i = from; i < end; i++) {
    let sum: i64 = 0;
    for (let t = 0; t < made; t++) sum += load<i64>(ownTallies(t) + (i << 3));
    store<f64>(to + (i << 3), <f64>(sum >> shift));
    store<f64>(hessians + (i << 3), <f64>(sum & low));
  }
}
