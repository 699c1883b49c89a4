// The largest gradient and hessian of any training row, for losses that do not bound them.

import { largestOf } from "../boost/gradients";
import { count, isTraining, nextBlock, takeBlock } from "./block";
import { pointAtChunk } from "./chunk";
import { CHUNK, bind } from "./plan";

/** Adds what the blocks have to each thread's two doubles. */
export function largestInBlocks(thread: i32, threads: i32, block: usize, queue: usize, jobs: usize, blocks: i32, result: usize): void {
  bind(block);
  const own = result + (<usize>thread << 4);
  for (let b = nextBlock(queue); b < blocks; b = nextBlock(queue)) {
    takeBlock(jobs, b);
    if (!isTraining) continue;
    for (let start = 0; start < count; start += CHUNK) {
      const n = min(CHUNK, count - start);
      pointAtChunk(thread, start, n);
      largestOf(0, n, own);
    }
  }
}
