import { take } from "../forest/arena";
import { landEntries } from "../forest/landing";
import { isClasses, perNode } from "../forest/params";
import { nextAttribute, startSample } from "../forest/sample";
import { frameBytes, leftSums, MOST_FRAMES, rightSums, subtract, sumsOf } from "../forest/stack";
import { blockClasses, blockMass, blockUnits, examineBlock, markAt, MOST, rowsOfBlock, startBlock, wordsOf } from "./block";
import { divideBlock, setTest } from "./divideBlock";
import { FEW } from "./fewBlock";
import { chosen, startFound } from "./found";
import { pushBranches } from "./frames";
import { growFew } from "./growFew";
import { addTo, areOneClass, clearSums, storeWord } from "./mass";
import { newPair, setLeafOf } from "./nodes";
import { areCounted, isPacked, isTwo } from "./params";

// Grows a block: a node of at most 256 rows, to the end.

let ids: usize = 0;
let frames: usize = 0;

export function takeBlockFrames(): void {
  ids = take(MOST);
  frames = take(frameBytes() * MOST_FRAMES);
}

/** The node of this frame, whose entries these are (u64). */
export function growBlock(frame: usize, entries: usize): void {
  const n = load<i32>(frame, 4);
  startBlock(entries, n);
  for (let i: usize = 0; i < <usize>n; i++) store<u8>(ids + i, <u8>i);
  memory.copy(frames, frame, frameBytes());
  store<i32>(frames, 0);
  let top = frames + frameBytes();
  while (top > frames) {
    top -= frameBytes();
    top = split(top);
  }
}

/** Splits the node in the frame, or makes it a leaf; its open branches replace it on the stack. Returns the new top. */
function split(frame: usize): usize {
  const n = load<i32>(frame, 4);
  const node = load<i32>(frame, 8);
  const from = ids + <usize>load<i32>(frame);
  if (n <= FEW && isPacked && !isTwo && areCounted()) {
    growFew(from, n, node, load<i32>(frame, 12), load<u32>(frame, 16));
    return frame;
  }
  const sums = sumsOf(frame);
  const record = examine(from, n, load<u32>(frame, 16), sums);
  if (record == 0) {
    landEntries<u8>(from, n, setLeafOf(node, sums), rowsOfBlock);
    return frame;
  }
  const left = newPair();
  setTest(record, node, left);
  const nLeft = divideBlock(record, from, n);
  // The sums of the smaller branch are added up; the other's are the difference.
  if (nLeft + nLeft <= n) sumUp(leftSums, rightSums, from, nLeft, sums);
  else sumUp(rightSums, leftSums, from + <usize>nLeft, n - nLeft, sums);
  const leftPure = isPure(leftSums, from, nLeft);
  const rightPure = isPure(rightSums, from + <usize>nLeft, n - nLeft);
  return pushBranches<u8>(frame, nLeft, left, leftPure, rightPure, from, rowsOfBlock);
}

/** Returns the record of the test to split by, or 0. */
function examine(from: usize, n: i32, key: u32, sums: usize): usize {
  startFound(sums);
  startSample(key);
  for (let varied = 0; varied < perNode; ) {
    const a = nextAttribute();
    if (a < 0) break;
    const seen = examineBlock(a, from, n, sums);
    if (seen == 2) break;
    varied += seen;
  }
  return chosen();
}

function sumUp(part: usize, rest: usize, from: usize, n: i32, sums: usize): void {
  if (isTwo) storeWord(part, wordsOf(from, n));
  else addAll(part, from, n);
  subtract(rest, sums, part);
}

function addAll(part: usize, from: usize, n: i32): void {
  clearSums(part);
  for (let at = from; at < from + <usize>n; at++) addTo(part, markAt(<usize>load<u8>(at)), blockMass, blockClasses);
}

/** All entries have the same target. */
function isPure(sums: usize, from: usize, n: i32): bool {
  if (isClasses) return areOneClass(sums);
  const first = load<f64>(blockUnits + (<usize>load<u8>(from) << 3));
  for (let i = 1; i < n; i++)
    if (load<f64>(blockUnits + (<usize>load<u8>(from + <usize>i) << 3)) != first) return false;
  return true;
}
