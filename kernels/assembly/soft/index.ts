import { leaveIfStopped } from "../common/control";
import { addClassLoss, classSlopes } from "./classes";
import { addGateSums, openGates, shareRows } from "./gates";
import { blocks, blocksOfChunk, chunks, classes, gateSums, partialBytes, partialOf, readJob, takeScratch } from "./job";
export { answer, answerOwn, shareBlock } from "./answer";
import { addValueLoss, valueSlopes } from "./values";

// The loss of a soft tree and how it changes with the tree's numbers: see src/kernels/drivers/soft/softKernel.ts. And what
// it predicts: see answer.ts.

/**
 * Sums by chunk of rows. Chunks depend on the number of rows alone and are added in their order afterwards, so the number
 * of threads does not matter.
 */
export function evaluate(thread: i32, threads: i32, job: usize, slopesToo: i32): void {
  readJob(job);
  takeScratch(thread);
  for (let chunk = thread; chunk < chunks; chunk += threads) {
    leaveIfStopped();
    const partial = partialOf(chunk);
    memory.fill(partial, 0, partialBytes);
    const end = min(blocks, (chunk + 1) * blocksOfChunk);
    for (let block = chunk * blocksOfChunk; block < end; block++) addBlock(block, partial, slopesToo != 0);
  }
}

/** Exported, so that it is a call of its own: see docs/architecture.md. */
export function addBlock(block: i32, partial: usize, slopesToo: bool): void {
  openGates(block);
  shareRows();
  if (classes > 0) addClassLoss(block, partial);
  else addValueLoss(block, partial);
  if (!slopesToo) return;
  if (classes > 0) classSlopes(block);
  else valueSlopes();
  addGateSums(block, gateSums(partial));
}
