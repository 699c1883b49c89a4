import { branchKey } from "../common/nodeRandom";
import { take } from "../forest/arena";
import { landEntries } from "../forest/landing";
import { maxDepth, minSplit, perNode, width } from "../forest/params";
import { nextAttribute, startSample } from "../forest/sample";
import { markAt, rowsOfBlock } from "./block";
import { divideBlock } from "./divideBlock";
import { examineFew } from "./few";
import { startFew, sumsOfFew } from "./fewNode";
import { chosen } from "./found";
import { newPair, setLeaf, setLeafOf } from "./nodes";

// Grows a node of at most 64 rows to the end (few.ts). Nodes have no sums: what is asked of them is found from their entries.

//   start u32 (entries u8) · rows i32 · node i32 · depth i32 · key u32
const FRAME: usize = 20;
/** The smaller branch is grown first. */
const MOST_FRAMES: usize = 16;

let frames: usize = 0;

export function takeFewFrames(): void {
  frames = take(FRAME * MOST_FRAMES);
}

/** A node that is to be split, if it can be. */
export function growFew(ids: usize, n: i32, node: i32, depth: i32, key: u32): void {
  let top = put(frames, ids, n, node, depth, key);
  while (top > frames) {
    top -= FRAME;
    top = split(top);
  }
}

@inline
function put(frame: usize, ids: usize, n: i32, node: i32, depth: i32, key: u32): usize {
  store<u32>(frame, <u32>ids);
  store<i32>(frame, n, 4);
  store<i32>(frame, node, 8);
  store<i32>(frame, depth, 12);
  store<u32>(frame, key, 16);
  return frame + FRAME;
}

/** Its open branches replace the node on the stack. Returns the new top. */
function split(frame: usize): usize {
  const ids = <usize>load<u32>(frame);
  const n = load<i32>(frame, 4);
  const node = load<i32>(frame, 8);
  const depth = load<i32>(frame, 12) + 1;
  const key = load<u32>(frame, 16);
  startFew(ids, n);
  const record = examine(key);
  if (record == 0) {
    landEntries<u8>(ids, n, setLeafOf(node, sumsOfFew()), rowsOfBlock);
    return frame;
  }
  const left = newPair();
  const nLeft = divideBlock(record, node, left, ids, n);
  const upper = ids + <usize>nLeft;
  if (nLeft + nLeft > n) {
    const top = push(frame, ids, nLeft, left, depth, branchKey(key, 0));
    return push(top, upper, n - nLeft, left + 1, depth, branchKey(key, 1));
  }
  const top = push(frame, upper, n - nLeft, left + 1, depth, branchKey(key, 1));
  return push(top, ids, nLeft, left, depth, branchKey(key, 0));
}

/** Returns the record of the test to split by, or 0. */
function examine(key: u32): usize {
  startSample(key);
  for (let varied = 0; varied < perNode; ) {
    const a = nextAttribute();
    if (a < 0) break;
    const seen = examineFew(a);
    if (seen == 2) break;
    varied += seen;
  }
  return chosen();
}

/** Pushes a node on the stack if it may be split; otherwise it becomes a leaf. Returns the new top. */
function push(top: usize, ids: usize, n: i32, node: i32, depth: i32, key: u32): usize {
  const k = onlyClass(ids, n);
  if (k >= 0) {
    landEntries<u8>(ids, n, setLeaf(node, k, <f64>weightIn(ids, n)), rowsOfBlock);
    return top;
  }
  // Of two classes each has a weight of 1 at least.
  if (depth >= maxDepth || (minSplit > 2 && !(<f64>weightIn(ids, n) >= minSplit - 1e-6))) {
    startFew(ids, n);
    landEntries<u8>(ids, n, setLeafOf(node, sumsOfFew()), rowsOfBlock);
    return top;
  }
  return put(top, ids, n, node, depth, key);
}

/** The class of entries that have only one with weight (as in `areOneClass`); -1 if they have several. */
@inline
function onlyClass(ids: usize, n: i32): i32 {
  let only = -1;
  for (let at = ids; at < ids + <usize>n; at++) {
    const mark = markAt(<usize>load<u8>(at));
    if (mark >> 16 == 0) continue;
    const k = <i32>(mark & 0xffff);
    if (only >= 0 && k != only) return -1;
    only = k;
  }
  return only >= 0 ? only : width - 1;
}

function weightIn(ids: usize, n: i32): u32 {
  let weight: u32 = 0;
  for (let at = ids; at < ids + <usize>n; at++) weight += markAt(<usize>load<u8>(at)) >> 16;
  return weight;
}
