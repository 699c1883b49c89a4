import { branchKey, rootKey } from "../common/nodeRandom";
import { takeAnswers } from "../forest/answers";
import { startArena, take } from "../forest/arena";
import { drawRows } from "../forest/bootstrap";
import { takeDecrease } from "../forest/decrease";
import { finishLanding, startLanding } from "../forest/landing";
import { arenas, seeds } from "../forest/params";
import { finishMember, leaveQueue, nextMember } from "../forest/queue";
import { frameBytes, leftSums, MOST_FRAMES, rightSums, subtract, sumsOf, takeBranches } from "../forest/stack";
import { blockWords, enterBlock, leaveBlock, mostWords, needsBlock, takeBlocks, useTable } from "./blocks";
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
import { examine, fixed, sendAgain } from "./examine";
import { endSets, makeLeaf, popSet, pushNode, pushSet, startSets } from "./frames";
import { followUnseen } from "./landing";
import { arePure, fill, loadMember, sumSet, takeMasses } from "./mass";
import { newPair, newSet, setCellTest, setKeys, setSplit, startTree, takeNodes } from "./nodes";
import { clearOrder, takeOrder } from "./order";

import { isTwo, limits, readAll, weights } from "./params";
import { takeRange } from "./range";
import { findKnown, known, rights, takeRights } from "./rights";
import { takeScores } from "./score";
import { takeWide, writeLefts } from "./wide";
import { takeWriter, writeTree } from "./write";

// Trees whose tests are drawn at random: whole trees from a queue, one thread per tree.

let frames: usize = 0;
/** The rows of the two branches of the node that was split last. */
let leftSet: usize = 0;
let rightSet: usize = 0;

/** Bytes of a thread's own memory. */
export function extraArena(job: usize): usize {
  readAll(job);
  startArena(0);
  takeAll(false);
  return take(64);
}

/** `isReal`: the memory exists; otherwise it is only measured. */
function takeAll(isReal: bool): void {
  takeNodes();
  takeWriter();
  takeAnswers();
  takeDecrease();
  takeOrder();
  takeChoice();
  takeScores();
  takeRange();
  takeRights();
  takeWide();
  takeMasses();
  takeBlocks(isReal);
  takeBranches();
  leftSet = take(mostWords() << 3);
  rightSet = take(mostWords() << 3);
  frames = take(frameBytes() * MOST_FRAMES);
}

/** Before the trees of a thread. */
export function startExtra(thread: i32, job: usize): void {
  readAll(job);
  startArena(<usize>load<u32>(arenas + (<usize>thread << 2)));
  takeAll(true);
  clearOrder();
}

/** Trees by the other threads: the calling one grows its own one by one (`nextExtra`). */
export function growExtra(thread: i32, threads: i32, job: usize): void {
  if (thread == 0) return;
  startExtra(thread, job);
  while (growMember()) {}
  leaveQueue();
}

/** One more tree by the calling thread; 0 if there is none. */
export function nextExtra(job: usize): i32 {
  startExtra(0, job);
  return i32(growMember());
}

function growMember(): bool {
  const member = nextMember();
  if (member < 0) return false;
  if (limits != 0) drawRows(member, limits);
  useTable();
  startSets();
  startTree();
  startLanding(member, weights != 0);
  const n = loadMember(member, leftSet);
  sumSet(leftSums, leftSet);
  const key = rootKey(load<u32>(seeds + (<usize>member << 2)));
  const top = pushNode(frames, leftSums, n, 0, 0, key, 0, leftSet, arePure(leftSums, leftSet));
  if (top > frames) grow(frames);
  writeTree(member);
  followUnseen(member);
  finishLanding(member);
  finishMember(member);
  return true;
}

/** Grows the node in the frame at `bottom`, and its subtree. */
function grow(bottom: usize): void {
  let top = bottom + frameBytes();
  while (top > bottom) {
    top -= frameBytes();
    const set = popSet();
    if (needsBlock(load<i32>(top))) growBlock(top, set);
    else top = split(top, set);
  }
}

function growBlock(frame: usize, set: usize): void {
  const n = load<i32>(frame);
  enterBlock(set, n);
  const outer = startSets();
  fill(leftSet, n);
  pushSet(leftSet);
  grow(frame);
  endSets(outer);
  leaveBlock();
}

/** Splits the node in the frame, or makes it a leaf; its open branches replace it on the stacks. Returns the new top. */
export function split(frame: usize, set: usize): usize {
  const n = load<i32>(frame);
  const node = load<i32>(frame, 4);
  const key = load<u32>(frame, 12);
  const sums = sumsOf(frame);
  const record = examine(set, n, key, sums, load<u64>(frame, 16));
  if (record == 0) {
    makeLeaf(node, sums, set);
    return frame;
  }
  const left = newPair();
  const nLeft = divide(record, set, key);
  writeSplit(record, node, left);
  sumBranches(record, sums, nLeft, n);
  return pushBranches(frame, nLeft, left);
}

/** Finds the rows of both branches; returns how many go left. */
@inline
function divide(record: usize, set: usize, key: u32): i32 {
  const a = attributeOf(record);
  sendAgain(record, key);
  const isGapped = knownOf(record) != nodeWeight;
  if (isGapped) findKnown(a);
  const missingRight = isGapped && !missingGoesLeft(record);
  let nLeft: u64 = 0;
  for (let at: usize = 0; at < blockWords << 3; at += 8) {
    const here = load<u64>(set + at);
    let right = load<u64>(rights + at);
    if (missingRight) right |= here & ~load<u64>(known + at);
    store<u64>(rightSet + at, right);
    store<u64>(leftSet + at, here & ~right);
    nLeft += popcnt(here & ~right);
  }
  return <i32>nLeft;
}

@inline
function writeSplit(record: usize, node: i32, left: i32): void {
  const a = attributeOf(record);
  const missingLeft = missingGoesLeft(record);
  setSplit(node, a, cutOf(record), left, missingLeft);
  if (kindOf(a) == WIDE) writeLefts(newSet(node, a), a, missingLeft);
  else if (kindOf(a) == BITS) setLevels(record, node, a, missingLeft);
  else {
    if (kindOf(a) == SCALED) setKeys(node, <i32>rightsOf(record), <i32>(rightsOf(record) >> 32));
    // In `rowCells` missing is -1, without a sign the greatest number; on the left it becomes 0.
    setCellTest(node, -1, 0, i32(missingLeft), <i32>boundOf(record) + i32(missingLeft));
  }
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

/** Sets the branches' sums. For two classes they are known from the test, if no value of its attribute is missing. */
@inline
function sumBranches(record: usize, sums: usize, nLeft: i32, n: i32): void {
  if (isTwo() && knownOf(record) == nodeWeight) {
    store<f64>(rightSums, rightOf(record) - rightSumOf(record));
    store<f64>(rightSums, rightSumOf(record), 8);
    subtract(leftSums, sums, rightSums);
  } else if (nLeft * 2 > n) {
    sumSet(rightSums, rightSet);
    subtract(leftSums, sums, rightSums);
  } else {
    sumSet(leftSums, leftSet);
    subtract(rightSums, sums, leftSums);
  }
}

/** The branches, nodes `left` and `left` + 1, replace their node in its frame, if they are not leaves. Returns the new top. */
@inline
function pushBranches(frame: usize, nLeft: i32, left: i32): usize {
  const nRight = load<i32>(frame) - nLeft;
  const depth = load<i32>(frame, 8) + 1;
  const key = load<u32>(frame, 12);
  const lower = branchKey(key, 0);
  const upper = branchKey(key, 1);
  const leftPure = arePure(leftSums, leftSet);
  const rightPure = arePure(rightSums, rightSet);
  // The smaller branch goes on top: this keeps the stacks small.
  if (nLeft > nRight) {
    const top = pushNode(frame, leftSums, nLeft, left, depth, lower, fixed, leftSet, leftPure);
    return pushNode(top, rightSums, nRight, left + 1, depth, upper, fixed, rightSet, rightPure);
  }
  const top = pushNode(frame, rightSums, nRight, left + 1, depth, upper, fixed, rightSet, rightPure);
  return pushNode(top, leftSums, nLeft, left, depth, lower, fixed, leftSet, leftPure);
}
