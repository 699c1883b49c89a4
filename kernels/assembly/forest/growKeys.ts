import { attributeCorner, shareOf } from "../common/nodeRandom";
import { rowsByNumber } from "./blockNumbers";
import { leftLeaf, pushBranches, rightLeaf, sumsByCut } from "./branches";
import { attributeOf, chosen, cutOf, missingGoesLeft, startFound } from "./found";
import { newLeaf, pushNode } from "./frames";
import { enterKeyBlock, firstList, nextRows, otherList, useTable } from "./ground";
import { cutAgain, cutKeys } from "./keyCuts";
import { divideKeys, highRow, lowRow } from "./keyDivision";
import { landEntries } from "./landing";
import { newPair, setDrawnSplit, setLeafOf, setSplit } from "./nodes";
import { perNode } from "./params";
import { cuts, drawFor, enterLanes, fillLanes, isInLane, laneIn, PERFECT, shares, startLanes } from "./randomCut";
import { loadRows } from "./rowLists";
import { startSample } from "./sample";
import { frameBytes, leftSums, rightSums, sumsOf } from "./stack";

// Trees with random cuts of two classes, by keys (keyCuts.ts). T: an entry of a node's list (rowLists.ts).

/** Grows the tree of a member, whose root has this key. */
export function growByKeys(member: i32, frames: usize, key: u32): void {
  const n = loadRows(member, firstList, leftSums);
  const top = pushNode(frames, leftSums, 0, n, 0, 0, key, 0, isPure(leftSums));
  landEntries<u32>(firstList, n, newLeaf, 0);
  if (top > frames) grow<u32>(frames);
}

@inline
function isPure(sums: usize): bool {
  return load<f64>(sums) == 0 || load<f64>(sums, 8) == 0;
}

/** Grows the node in the frame at `bottom`, and its subtree. A frame's spare word is the number of the list that has its rows. */
function grow<T>(bottom: usize): void {
  let top = bottom + frameBytes();
  while (top > bottom) {
    top -= frameBytes();
    const inOther = load<i32>(top, 20) != 0;
    const start = <usize>load<i32>(top) * sizeof<T>();
    const from = (inOther ? otherList : firstList) + start;
    if (sizeof<T>() == 4 && load<i32>(top, 4) <= nextRows) growBlock(top, from);
    else top = split<T>(top, from, (inOther ? firstList : otherList) + start);
  }
}

function growBlock(frame: usize, from: usize): void {
  enterKeyBlock(from, load<i32>(frame, 4), sumsOf(frame));
  store<i32>(frame, 0);
  store<i32>(frame, 0, 20);
  grow<u16>(frame);
  useTable();
}

/** Splits the node in the frame, or makes it a leaf; its open branches replace it on the stack. Returns the new top. */
function split<T>(frame: usize, from: usize, to: usize): usize {
  const n = load<i32>(frame, 4);
  const node = load<i32>(frame, 8);
  const sums = sumsOf(frame);
  const key = load<u32>(frame, 16);
  const record = examine<T>(from, n, key, sums);
  if (record == 0) {
    landEntries<T>(from, n, setLeafOf(node, sums), rowsByNumber);
    return frame;
  }
  const left = newPair();
  const nLeft = divide<T>(record, node, left, from, to, n, key);
  const right = to + <usize>nLeft * sizeof<T>();
  sumsByCut(record, sums);
  const spare = 1 - load<i32>(frame, 20);
  const top = pushBranches(frame, nLeft, left, spare, isPure(leftSums), isPure(rightSums));
  landEntries<T>(to, nLeft, leftLeaf, rowsByNumber);
  landEntries<T>(right, n - nLeft, rightLeaf, rowsByNumber);
  return top;
}

/** Draws cuts on attributes that vary; returns the record of the one to split by, or 0. */
function examine<T>(from: usize, n: i32, key: u32, sums: usize): usize {
  startFound(sums);
  startSample(key);
  const corner = attributeCorner(key);
  startLanes();
  for (let varied = 0; varied < perNode; ) {
    // Any cut between two rows leaves no impurity: no other is looked at.
    const lanes = fillLanes(n == 2 ? 1 : perNode - varied, corner);
    if (lanes == 0) break;
    const seen = enterLanes(cutKeys<T>(from, n, lanes, shares, cuts, sums), lanes, n, sums);
    if (seen == PERFECT) break;
    varied += seen;
  }
  return chosen();
}

/** Divides a node by the test of a record, and writes it; returns how many rows go left. */
function divide<T>(record: usize, node: i32, left: i32, from: usize, to: usize, n: i32, key: u32): i32 {
  const a = attributeOf(record);
  const cut = cutOf(record);
  const draw = drawFor(attributeCorner(key), a);
  const isThere = isInLane(record);
  if (!isThere) cutAgain<T>(from, n, a, shareOf(draw));
  const nLeft = divideKeys<T>(from, to, n, isThere ? laneIn(record) : 0, cut);
  if (cut == cut) setSplit(node, a, cut, left, missingGoesLeft(record));
  else setDrawnSplit(node, a, lowRow, highRow, draw, left, missingGoesLeft(record));
  return nLeft;
}
