// One pass over blocks: the last tree is added, a round begins, nodes are divided, their branches tallied; each if it is asked.

import { leaveIfStopped } from "../common/control";
import { gradientsOf } from "../boost/gradients";
import { hash } from "../boost/random";
import {
  codes,
  count,
  isTraining,
  keyAt,
  nextBlock,
  scoresOf,
  setSlot,
  slotAt,
  takeBlock,
  undrawn,
} from "./block";
import { pointAtChunk } from "./chunk";
import { divideBlock, divideRow } from "./divide";
import {
  CHUNK,
  addOutput,
  addTests,
  addValues,
  bind,
  classRoom,
  isFresh,
  isNew,
  rowKey,
  rowLimit,
  stride,
  tallies,
  tallyOf,
} from "./plan";
import { tallyFresh, tallyNodes } from "./tally";

/** Threads take blocks from a queue, and add to tallies and counts of their own. */
export function passBlocks(thread: i32, threads: i32, block: usize, queue: usize, jobs: usize, blocks: i32): void {
  bind(block);
  for (let b = nextBlock(queue); b < blocks; b = nextBlock(queue)) {
    leaveIfStopped();
    takeBlock(jobs, b);
    passOne(thread);
  }
}

function passOne(thread: i32): void {
  if (addOutput >= 0) addBlock();
  if (isNew && isTraining) startRound(thread);
  if (isFresh) {
    plant();
    if (isTraining) tallyFresh(thread);
  } else if (tallyOf != 0) {
    divideBlock(thread);
    if (isTraining && tallies > 0) tallyNodes(thread);
  }
}

/** Ends a tree: its last divisions, then each row's score grows by its slot's value. */
function addBlock(): void {
  const bit = undrawn();
  const scores = scoresOf(addOutput);
  for (let row = 0; row < count; row++) {
    const slot = divideRow(addTests, slotAt(row) & ~bit, codes + <usize>row * stride);
    const at = scores + (<usize>row << 3);
    store<f64>(at, load<f64>(at) + load<f64>(addValues + (<usize>slot << 3)));
  }
}

function startRound(thread: i32): void {
  for (let start = 0; start < count; start += CHUNK) {
    const n = min(CHUNK, count - start);
    pointAtChunk(thread, start, n);
    gradientsOf(0, n, classRoom(thread));
  }
}

/** All rows are in slot 0; those that are not drawn are marked. */
function plant(): void {
  const bit = undrawn();
  const every = rowLimit >= 4294967296.0;
  for (let row = 0; row < count; row++) {
    const isDrawn = isTraining && (every || <f64>hash(rowKey, keyAt(row)) < rowLimit);
    setSlot(row, isDrawn ? 0 : bit);
  }
}
