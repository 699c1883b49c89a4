// Some rows of a block as the gradients of kernels/assembly/boost read them.

import { pointAt } from "../boost/plan";
import { gradientsFor, keyAt, scoresOf, targetOf, weightsFrom } from "./block";
import { chunkKeys, chunkTargets } from "./plan";

export function pointAtChunk(thread: i32, start: i32, n: i32): void {
  const targets = chunkTargets(thread);
  const keys = chunkKeys(thread);
  for (let i = 0; i < n; i++) {
    store<f64>(targets + (<usize>i << 3), targetOf(start + i));
    store<u32>(keys + (<usize>i << 2), keyAt(start + i));
  }
  const from = <usize>start;
  pointAt(scoresOf(0) + (from << 3), gradientsFor(0) + (from << 2), targets, weightsFrom(start), keys);
}
