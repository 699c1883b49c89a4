import { branchKey } from "../common/nodeRandom";
import { take } from "../forest/arena";
import { landRow, NOWHERE } from "../forest/landing";
import { maxDepth, minSplit, perNode, width } from "../forest/params";
import { nextAttribute, startSample } from "../forest/sample";
import { rowsOfBlock } from "./block";
import { setTest } from "./divideBlock";
import { examineFew } from "./few";
import { firstMark, inBlock, rowsOfClass, startFewBlock, tableClass, weighted, weightIn } from "./fewBlock";
import { leftRows } from "./fewDivision";
import { startFew, sumsOfFew } from "./fewNode";
import { chosen } from "./found";
import { newPair, setLeaf, setLeafOf } from "./nodes";

// Grows a node of at most 64 rows to the end (few.ts). Nodes have no sums: what is asked of them is found from their rows.

//   rows u64 · attributes that do not vary there, of the first 64, as bits u64 · node i32 · depth i32 · key u32
const FRAME: usize = 32;
/** The smaller branch is grown first. */
const MOST_FRAMES: usize = 16;

let frames: usize = 0;
/** Attributes that do not vary at the node that is split. */
let constant: u64 = 0;

export function takeFewFrames(): void {
  frames = take(FRAME * MOST_FRAMES);
}

/** A node with these entries of the block (u8), that is to be split, if it can be. */
export function growFew(ids: usize, n: i32, node: i32, depth: i32, key: u32): void {
  constant = 0;
  let top = put(frames, startFewBlock(ids, n), node, depth, key);
  while (top > frames) {
    top -= FRAME;
    top = split(top);
  }
}

@inline
function put(frame: usize, rows: u64, node: i32, depth: i32, key: u32): usize {
  store<u64>(frame, rows);
  store<u64>(frame, constant, 8);
  store<i32>(frame, node, 16);
  store<i32>(frame, depth, 20);
  store<u32>(frame, key, 24);
  return frame + FRAME;
}

/** Its open branches replace the node on the stack. Returns the new top. */
function split(frame: usize): usize {
  const rows = load<u64>(frame);
  constant = load<u64>(frame, 8);
  const node = load<i32>(frame, 16);
  const depth = load<i32>(frame, 20) + 1;
  const key = load<u32>(frame, 24);
  startFew(rows);
  const record = examine(key);
  if (record == 0) {
    land(rows, setLeafOf(node, sumsOfFew()));
    return frame;
  }
  const left = newPair();
  setTest(record, node, left);
  const lower = leftRows(record);
  const upper = rows & ~lower;
  if (popcnt(lower) > popcnt(upper)) {
    const top = push(frame, lower, left, depth, branchKey(key, 0));
    return push(top, upper, left + 1, depth, branchKey(key, 1));
  }
  const top = push(frame, upper, left + 1, depth, branchKey(key, 1));
  return push(top, lower, left, depth, branchKey(key, 0));
}

/** Returns the record of the test to split by, or 0. */
function examine(key: u32): usize {
  startSample(key);
  for (let varied = 0; varied < perNode; ) {
    const a = nextAttribute();
    if (a < 0) break;
    const bit: u64 = a < 64 ? <u64>1 << <u64>a : 0;
    if ((constant & bit) != 0) continue;
    const seen = examineFew(a);
    if (seen == 2) break;
    if (seen == 0) constant |= bit;
    varied += seen;
  }
  return chosen();
}

/** Pushes a node on the stack if it may be split; otherwise it becomes a leaf. Returns the new top. */
function push(top: usize, rows: u64, node: i32, depth: i32, key: u32): usize {
  const k = onlyClass(rows);
  if (k >= 0) {
    land(rows, setLeaf(node, k, <f64>weightIn(rows)));
    return top;
  }
  // Of two classes each has a weight of 1 at least.
  if (depth >= maxDepth || (minSplit > 2 && !(<f64>weightIn(rows) >= minSplit - 1e-6))) {
    startFew(rows);
    land(rows, setLeafOf(node, sumsOfFew()));
    return top;
  }
  return put(top, rows, node, depth, key);
}

/** The class of rows that have only one with weight (as in `areOneClass`); -1 if they have several. */
@inline
function onlyClass(rows: u64): i32 {
  const seen = rows & weighted;
  if (seen == 0) return width - 1;
  const c = <usize>(firstMark(seen) & 0xffff);
  return (seen & ~rowsOfClass(c)) == 0 ? <i32>tableClass(c) : -1;
}

/** Notes the rows of a leaf, as in forest/landing.ts. */
@inline
function land(rows: u64, link: u32): void {
  if (link == NOWHERE) return;
  for (let rest = rows; rest != 0; rest &= rest - 1)
    landRow(load<u32>(rowsOfBlock + (<usize>load<u8>(inBlock + <usize>ctz(rest)) << 2)), link);
}
