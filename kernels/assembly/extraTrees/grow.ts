import { startMemory, take } from "../common/bump";
import { branchKey, rootKey } from "../common/nodeRandom";
import { enterBlock, firstList, nextRows, otherList, takeBlocks, useTable } from "./blocks";
import {
  attributeOf,
  boundOf,
  cutOf,
  knownOf,
  missingGoesLeft,
  nodeWeight,
  rightOf,
  rightsOf,
  rightSumOf,
  takeChoice,
} from "./choice";
import { BITS, CELL_BITS, kindOf, levelsOf, LOW_BITS, SCALED, WIDE } from "./column";
import { examine, laneOf, redrawWide, takeExamination } from "./examine";
import { frameBytes, makeLeaf, MOST_FRAMES, pushNode, sumsOf } from "./frames";
import { finishLanding, startLanding } from "./landing";
import { laneCells, laneStep, takeLanes } from "./lanes";
import { arePure, loadEntries, subtract, sumEntries, takeMasses } from "./mass";
import { flatten, newPair, newSet, nextMember, nodeAt, setCellTest, setKeys, setSplit, startTree, takeNodes } from "./nodes";
import { clearOrder, takeOrder } from "./order";
import { arenas, isTwo, readParams, rows, seeds, width } from "./params";
import { takeScores } from "./score";
import { readSpots } from "./varying";
import { divideWide, sendMissing, takeWide, writeLefts } from "./wide";

// Trees whose tests are drawn at random: whole trees from a queue, one thread per tree.

let frames: usize = 0;
/** The sums of the two branches of the node that was split last. */
let leftSums: usize = 0;
let rightSums: usize = 0;

/** Bytes of a thread's own memory. */
export function growMemory(job: usize): usize {
  readParams(job);
  startMemory(0);
  takeAll();
  return take(64);
}

function takeAll(): void {
  takeNodes();
  takeOrder();
  takeChoice();
  takeScores();
  takeExamination();
  takeLanes(rows);
  takeWide();
  takeMasses();
  takeBlocks();
  leftSums = take(<usize>width << 3);
  rightSums = take(<usize>width << 3);
  frames = take(frameBytes() * MOST_FRAMES);
}

export function growTrees(thread: i32, threads: i32, job: usize): void {
  readParams(job);
  startMemory(<usize>load<u32>(arenas + (<usize>thread << 2)));
  takeAll();
  clearOrder();
  readSpots();
  for (;;) {
    const member = nextMember(threads);
    if (member < 0) return;
    growMember(member);
  }
}

export function growMember(member: i32): void {
  useTable();
  startTree();
  startLanding(member);
  const n = loadEntries(member, firstList);
  sumEntries(leftSums, firstList, n);
  const key = rootKey(load<u32>(seeds + (<usize>member << 2)));
  const top = pushNode(frames, leftSums, 0, n, 0, 0, key, 0, firstList, arePure(leftSums, firstList, n));
  if (top > frames) grow(frames);
  flatten(member);
  finishLanding(member);
}

/** Grows the node in the frame at `bottom`, and its subtree. */
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
export function split(frame: usize, from: usize, to: usize): usize {
  const n = load<i32>(frame, 4);
  const node = load<i32>(frame, 8);
  const sums = sumsOf(frame);
  const record = examine(from, n, load<u32>(frame, 16), sums);
  if (record == 0) {
    makeLeaf(node, sums, from, n);
    return frame;
  }
  const left = newPair();
  const nLeft =
    kindOf(attributeOf(record)) == WIDE
      ? splitWide(record, node, left, from, to, n, load<u32>(frame, 16))
      : splitLane(record, node, left, from, to, n);
  sumBranches(record, sums, to, nLeft, n);
  return pushBranches(frame, to, nLeft, left);
}

function splitWide(record: usize, node: i32, left: i32, from: usize, to: usize, n: i32, key: u32): i32 {
  const a = attributeOf(record);
  const missingLeft = missingGoesLeft(record);
  redrawWide(record, from, n, key);
  setSplit(node, a, 0, left, missingLeft);
  writeLefts(newSet(node, a), a, missingLeft);
  sendMissing(missingLeft);
  return divideWide(from, to, n, a);
}

@inline
function splitLane(record: usize, node: i32, left: i32, from: usize, to: usize, n: i32): i32 {
  const a = attributeOf(record);
  const missingLeft = missingGoesLeft(record);
  setSplit(node, a, cutOf(record), left, missingLeft);
  if (kindOf(a) == SCALED) setKeys(node, <i32>rightsOf(record), <i32>(rightsOf(record) >> 32));
  if (kindOf(a) == BITS) setLevels(record, node, a, missingLeft);
  // Missing is -1, without a sign the greatest number; on the left it becomes 0.
  else setCellTest(node, -1, 0, i32(missingLeft), <i32>boundOf(record) + i32(missingLeft));
  return divide(from, to, n, laneCells + (<usize>laneOf(record, from, n) << 2), nodeAt(node));
}

/** A set of levels, with those that do not occur where missing values go, and the test by it. */
function setLevels(record: usize, node: i32, a: i32, missingLeft: bool): void {
  const levels = levelsOf(a);
  const all = (<u64>1 << levels) - 1;
  const lefts = (missingLeft ? all : <u64>boundOf(record)) & ~rightsOf(record);
  const set = newSet(node, a);
  store<u32>(set, <u32>lefts);
  if (levels > 32) store<u32>(set, <u32>(lefts >> 32), 4);
  const rights = missingLeft ? rightsOf(record) : ((all << 1) | 1) & ~lefts;
  setCellTest(node, <i32>(rights & LOW_BITS), <i32>(rights >> CELL_BITS), 0, 0);
}

/**
 * The rows of the left branch from the start of `to` upwards, the others from its end downwards. Returns how many go left.
 * The side of a row is unpredictable: no branch depends on it.
 */
function divide(from: usize, to: usize, n: i32, cells: usize, node: usize): i32 {
  const end = from + (<usize>n << 3);
  const step = laneStep;
  const mask = load<i32>(node, 20);
  const second = load<i32>(node, 24);
  const added = load<i32>(node, 28);
  const bound = load<u32>(node, 32);
  let cell = cells;
  let left = to;
  // The next position on the right, given how many went left so far.
  let right = to + ((<usize>n - 1) << 3);
  for (let at = from; at < end; at += 8, cell += step) {
    const entry = load<u64>(at);
    const bits = (load<i32>(cell) & mask) | (load<i32>(cell, 4) & second);
    const goes = <usize>(<u32>(bits + added) <= bound) << 3;
    store<u64>(left, entry);
    store<u64>(right, entry);
    left += goes;
    right += goes - 8;
  }
  return <i32>((left - to) >> 3);
}

/** Sets the branches' sums. For two classes they are known from the test, if no value of its attribute is missing. */
@inline
function sumBranches(record: usize, sums: usize, to: usize, nLeft: i32, n: i32): void {
  if (isTwo() && knownOf(record) == nodeWeight) {
    store<f64>(rightSums, rightOf(record) - rightSumOf(record));
    store<f64>(rightSums, rightSumOf(record), 8);
    subtract(leftSums, sums, rightSums);
  } else if (nLeft * 2 > n) {
    sumEntries(rightSums, to + (<usize>nLeft << 3), n - nLeft);
    subtract(leftSums, sums, rightSums);
  } else {
    sumEntries(leftSums, to, nLeft);
    subtract(rightSums, sums, leftSums);
  }
}

/** The branches, nodes `left` and `left` + 1, replace their node in its frame, if they are not leaves. Returns the new top. */
@inline
function pushBranches(frame: usize, to: usize, nLeft: i32, left: i32): usize {
  const start = load<i32>(frame);
  const nRight = load<i32>(frame, 4) - nLeft;
  const depth = load<i32>(frame, 12) + 1;
  const key = load<u32>(frame, 16);
  const list = 1 - load<i32>(frame, 20);
  const lower = branchKey(key, 0);
  const upper = branchKey(key, 1);
  const toRight = to + (<usize>nLeft << 3);
  const leftPure = arePure(leftSums, to, nLeft);
  const rightPure = arePure(rightSums, toRight, nRight);
  // The smaller branch goes on top: this keeps the stack small.
  if (nLeft > nRight) {
    const top = pushNode(frame, leftSums, start, nLeft, left, depth, lower, list, to, leftPure);
    return pushNode(top, rightSums, start + nLeft, nRight, left + 1, depth, upper, list, toRight, rightPure);
  }
  const top = pushNode(frame, rightSums, start + nLeft, nRight, left + 1, depth, upper, list, toRight, rightPure);
  return pushNode(top, leftSums, start, nLeft, left, depth, lower, list, to, leftPure);
}
