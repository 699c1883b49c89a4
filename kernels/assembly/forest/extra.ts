import { attributeCorner, rootKey } from "../common/nodeRandom";
import { startArena, take } from "./arena";
import { rowsByNumber } from "./blockNumbers";
import { leftLeaf, pushBranches, rightLeaf, sumsByCut } from "./branches";
import { arePure, loadEntries, sumEntries } from "./entries";
import { attributeOf, chosen, cutOf, missingGoesLeft, startFound, takeFound } from "./found";
import { newLeaf, pushNode } from "./frames";
import { enterBlock, firstList, nextRows, otherList, takeGrounds, useTable } from "./ground";
import { growByKeys } from "./growKeys";
import { takeKeyCuts } from "./keyCuts";
import { finishLanding, landEntries, startLanding } from "./landing";
import { cellShift, nodeCells, nodeStep, takeCells } from "./nodeCells";
import { flatten, newPair, setLeafOf, setSplit, startTree, takeFlat, takeNodes } from "./nodes";
import { arenas, hasMissing, isKeyed, isWide, perNode, readParams, rows, seeds } from "./params";
import { fillPacks, takePacks } from "./packs";
import { finishMember, leaveQueue, nextMember } from "./queue";
import { cutCells, enterLanes, fillLanes, laneOf, PERFECT, readAttributes, startCuts, takeCuts } from "./randomCut";
import { clearSample, startSample, takeSample } from "./sample";
import { frameBytes, leftSums, MOST_FRAMES, rightSums, subtract, sumsOf, takeBranches } from "./stack";
import { followUnseen, takeUnseen } from "./unseen";

// Trees with random cuts.

let frames: usize = 0;

export function extraArena(at: usize): usize {
  readParams(at);
  startArena(0);
  takeAll();
  return take(64);
}

function takeAll(): void {
  takeNodes();
  takeFlat();
  takeUnseen();
  takeSample();
  takeFound();
  takeBranches();
  if (isKeyed) {
    takeKeyCuts();
    takePacks();
  } else takeCells(rows);
  takeCuts(rows);
  takeGrounds();
  frames = take(frameBytes() * MOST_FRAMES);
}

/** Before the first tree of a thread. */
export function startExtra(thread: i32, at: usize): void {
  readParams(at);
  startArena(<usize>load<u32>(arenas + (<usize>thread << 2)));
  takeAll();
  clearSample();
  if (isKeyed) fillPacks();
}

/** Trees by the other threads: the calling one grows its own one by one (`nextExtra`). */
export function growExtra(thread: i32, threads: i32, at: usize): void {
  if (thread == 0) return;
  startExtra(thread, at);
  readAttributes();
  useTable();
  while (growMember()) {}
  leaveQueue();
}

/** One more tree by the calling thread; 0 if there is none. */
export function nextExtra(at: usize): i32 {
  readParams(at);
  startArena(<usize>load<u32>(arenas));
  takeAll();
  readAttributes();
  useTable();
  return i32(growMember());
}

function growMember(): bool {
  const member = nextMember();
  if (member < 0) return false;
  startTree(member, false);
  startLanding(member, false);
  const key = rootKey(load<u32>(seeds + (<usize>member << 2)));
  if (isKeyed) growByKeys(member, frames, key);
  else growByCells(member, key);
  flatten(member);
  followUnseen(member);
  finishLanding(member);
  finishMember(member);
  return true;
}

function growByCells(member: i32, key: u32): void {
  const n = loadEntries<u64>(member, firstList);
  sumEntries(leftSums, firstList, n);
  const top = pushNode(frames, leftSums, 0, n, 0, 0, key, 0, arePure(leftSums, firstList, n));
  landEntries<u64>(firstList, n, newLeaf, 0);
  if (top > frames) grow(frames);
}

/** Grows the node in the frame at `bottom`, and its subtree. A frame's spare word is the number of the list that has its rows. */
function grow(bottom: usize): void {
  let top = bottom + frameBytes();
  while (top > bottom) {
    top -= frameBytes();
    const inOther = load<i32>(top, 20) != 0;
    const start = <usize>load<i32>(top) << 3;
    const from = (inOther ? otherList : firstList) + start;
    if (load<i32>(top, 4) <= nextRows) growBlock(top, from);
    else top = split(top, from, (inOther ? firstList : otherList) + start);
  }
}

function growBlock(frame: usize, from: usize): void {
  enterBlock(from, load<i32>(frame, 4));
  store<i32>(frame, 0);
  store<i32>(frame, 0, 20);
  grow(frame);
  useTable();
}

/** Splits the node in the frame, or makes it a leaf; its open branches replace it on the stack. Returns the new top. */
function split(frame: usize, from: usize, to: usize): usize {
  const n = load<i32>(frame, 4);
  const node = load<i32>(frame, 8);
  const sums = sumsOf(frame);
  const key = load<u32>(frame, 16);
  const record = examine(from, n, key, sums);
  if (record == 0) {
    landEntries<u64>(from, n, setLeafOf(node, sums), rowsByNumber);
    return frame;
  }
  const left = newPair();
  const nLeft = divideByTest(record, node, left, from, to, n);
  const right = to + (<usize>nLeft << 3);
  if (!sumsByCut(record, sums)) sumBranches(sums, to, nLeft, right, n - nLeft);
  const spare = 1 - load<i32>(frame, 20);
  const top = pushBranches(frame, nLeft, left, spare, arePure(leftSums, to, nLeft), arePure(rightSums, right, n - nLeft));
  landEntries<u64>(to, nLeft, leftLeaf, rowsByNumber);
  landEntries<u64>(right, n - nLeft, rightLeaf, rowsByNumber);
  return top;
}

/** Divides a node by the test of a record, and writes it; returns how many rows go left. */
function divideByTest(record: usize, node: i32, left: i32, from: usize, to: usize, n: i32): i32 {
  const a = attributeOf(record);
  const missingLeft = missingGoesLeft(record);
  setSplit(node, a, cutOf(record), left, missingLeft);
  return divide(from, to, n, laneOf(record, a, from, n), cutOf(record), missingLeft && hasMissing(a));
}

/** Draws cuts on attributes that vary; returns the record of the one to split by, or 0. */
function examine(from: usize, n: i32, key: u32, sums: usize): usize {
  startFound(sums);
  startSample(key);
  startCuts(from, n);
  const corner = attributeCorner(key);
  for (let varied = 0; varied < perNode; ) {
    // Any cut between two rows leaves no impurity: no other is looked at.
    const lanes = fillLanes(n == 2 ? 1 : perNode - varied, corner);
    if (lanes == 0) break;
    const seen = enterLanes(cutCells(from, n, lanes), lanes, n, sums);
    if (seen == PERFECT) break;
    varied += seen;
  }
  return chosen();
}

/** The rows of the left branch from the start of `to` upwards, the others from its end downwards. Returns how many go left. */
function divide(from: usize, to: usize, n: i32, lane: i32, cut: f64, missingLeft: bool): i32 {
  if (isWide) return missingLeft ? divideOf(true, true, from, to, n, lane, cut) : divideOf(true, false, from, to, n, lane, cut);
  return missingLeft ? divideOf(false, true, from, to, n, lane, cut) : divideOf(false, false, from, to, n, lane, cut);
}

/** The side of a row is unpredictable: no branch depends on it. */
@inline
function divideOf(wide: bool, missingLeft: bool, from: usize, to: usize, n: i32, lane: i32, cut: f64): i32 {
  const end = from + (<usize>n << 3);
  const step = nodeStep;
  let cell = nodeCells + (<usize>lane << cellShift());
  let left = to;
  // The next position on the right, given how many went left so far.
  let right = to + ((<usize>n - 1) << 3);
  for (let at = from; at < end; at += 8, cell += step) {
    const entry = load<u64>(at);
    const x = wide ? load<f64>(cell) : <f64>load<f32>(cell);
    const goes = <usize>i32(missingLeft ? !(x > cut) : x <= cut) << 3;
    store<u64>(left, entry);
    store<u64>(right, entry);
    left += goes;
    right += goes - 8;
  }
  return <i32>((left - to) >> 3);
}

/** Sums the smaller branch. */
function sumBranches(sums: usize, left: usize, nLeft: i32, right: usize, nRight: i32): void {
  if (nLeft > nRight) {
    sumEntries(rightSums, right, nRight);
    subtract(leftSums, sums, rightSums);
  } else {
    sumEntries(leftSums, left, nLeft);
    subtract(rightSums, sums, leftSums);
  }
}
