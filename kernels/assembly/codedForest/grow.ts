import { branchKey, rootKey } from "../common/nodeRandom";
import { takeAnswers } from "../forest/answers";
import { startArena, take } from "../forest/arena";
import { drawRows } from "../forest/bootstrap";
import { takeDecrease } from "../forest/decrease";
import { finishLanding, landEntries, startLanding } from "../forest/landing";
import { arenas, isClasses, perNode, rows, seeds, target } from "../forest/params";
import { finishMember, leaveQueue, nextMember } from "../forest/queue";
import { clearSample, nextAttribute, startSample, takeSample } from "../forest/sample";
import { frameBytes, leftSums, MOST_FRAMES, rightSums, subtract, sumsOf, takeBranches } from "../forest/stack";
import { clearBlock, takeBlock } from "./block";
import { takeCountedRuns } from "./countedRuns";
import { takeCuts } from "./cuts";
import { clearFew, takeFew } from "./few";
import { attributeOf, chosen, highCodeOf, leftSetOf, lowCodeOf, missingGoesLeft, removedBy, rightSetOf, startFound, takeFound } from "./found";
import { pushBranches, pushNode } from "./frames";
import { addOpen, freeFrame, startFrontier, takeBest, takeFrontier, testOf } from "./frontier";
import { growBlock, takeBlockFrames } from "./growBlock";
import { takeFewFrames } from "./growFew";
import { weightOf } from "./impurity";
import { takeKnown } from "./knownSums";
import { clearLarge, examineLarge, mostCounted, takeLarge } from "./large";
import { addBit, takeSets } from "./levelSets";
import { takeLevels } from "./levelsMany";
import { addTo, areOneClass, classByRow, clearSums, loadMember, massByRow, storeWord, sumMarks, takeMass, wordOf } from "./mass";
import { newPair, setLeafOf, setLevels, setThreshold, startTree, takeNodes } from "./nodes";
import { takeOrder } from "./order";
import { takePackedDivisions } from "./packedDivisions";
import { blockRows, codeShift, codesOf, isNominal, isPacked, isTwo, limits, maxLeaves, missingCode, mostCodes, mostLevels, readAll, startWhole, weights } from "./params";
import { clearPairs, countPair, examineOfPair, forgetSecond, mayPair, takePairs } from "./pairs";
import { divideAt, divideBy, takePartition } from "./partition";
import { takeTally } from "./tally";
import { followUnseen, takeUnseen } from "./unseen";
import { takeWriter, writeTree } from "./write";

// Trees by best tests over coded attributes. Nodes of at most `blockRows` rows are grown as blocks (growBlock.ts).

/** The rows of the tree, those of a node together (u64: row | mark << 32). */
let entries: usize = 0;
let frames: usize = 0;

export function codedArena(at: usize): usize {
  readAll(at);
  startArena(0);
  takeAll();
  return take(64);
}

function takeAll(): void {
  takeNodes();
  takeWriter();
  takeDecrease();
  takeAnswers();
  takeUnseen();
  takeSample();
  takeFound();
  takeCuts();
  takeKnown();
  takeBranches();
  takeMass();
  takeLarge();
  takePairs();
  takeBlock();
  takeBlockFrames();
  takeFew();
  takeFewFrames();
  takeTally(mostCells());
  takeOrder(mostLevels);
  takeSets(mostLevels);
  takeLevels();
  takeCountedRuns();
  takePackedDivisions();
  takePartition();
  takeFrontier();
  entries = take((<usize>rows << 3) + 64);
  frames = take(frameBytes() * MOST_FRAMES);
}

/** Codes whose cells a tally must hold. With many classes thresholds are sought without a tally, unless rows were counted. */
function mostCells(): usize {
  const codes = min(mostCodes, rows) + 1;
  const most = isClasses && !isTwo ? min(codes, mostCounted()) : codes;
  return <usize>max(most, max(mostLevels, 256) + 1);
}

/** Before the first tree of a thread. */
export function startCoded(thread: i32, at: usize): void {
  readAll(at);
  startArena(<usize>load<u32>(arenas + (<usize>thread << 2)));
  takeAll();
  clearSample();
  clearLarge();
  clearPairs();
  clearBlock();
  clearFew();
}

/** Trees by the other threads: the calling one grows its own one by one (`nextCoded`). */
export function growCoded(thread: i32, threads: i32, at: usize): void {
  if (thread == 0) return;
  startCoded(thread, at);
  while (growMember()) {}
  leaveQueue();
}

/** One more tree by the calling thread; 0 if there is none. */
export function nextCoded(at: usize): i32 {
  readAll(at);
  startArena(<usize>load<u32>(arenas));
  takeAll();
  return i32(growMember());
}

function growMember(): bool {
  const member = nextMember();
  if (member < 0) return false;
  startTree();
  startLanding(member, weights != 0);
  if (limits != 0) drawRows(member, limits);
  const n = loadMember(member, entries);
  addAll(leftSums, entries, n);
  startWhole(weightOf(leftSums));
  const key = rootKey(load<u32>(seeds + (<usize>member << 2)));
  if (maxLeaves > 0) growBestFirst(n, key);
  else grow(n, key);
  writeTree(member);
  followUnseen(member);
  finishLanding(member);
  finishMember(member);
  return true;
}

/** Sums of entries. */
function addAll(sums: usize, from: usize, n: i32): void {
  if (isTwo) return storeWord(sums, wordsOf(from, n));
  if (isPacked) return sumMarks(sums, from, n);
  clearSums(sums);
  for (let i = 0; i < n; i++) addTo(sums, load<u32>(from + (<usize>i << 3), 4), massByRow, classByRow());
}

/** Two classes: the sum in a variable, where an entry need not wait for the one before to be stored. */
@inline
function wordsOf(from: usize, n: i32): u64 {
  let sum: u64 = 0;
  for (let i: usize = 0; i < <usize>n << 3; i += 8) sum += wordOf(load<u32>(from + i, 4));
  return sum;
}

function grow(n: i32, key: u32): void {
  let top = pushNode<u64>(frames, leftSums, 0, n, 0, 0, key, isPure(leftSums, entries, n), entries, 0);
  while (top > frames) {
    top -= frameBytes();
    if (load<i32>(top, 4) <= blockRows) growBlock(top, entries + (<usize>load<i32>(top) << 3));
    else top = split(top);
  }
}

/** The best splits first, as long as there are leaves to spare. */
function growBestFirst(n: i32, key: u32): void {
  startFrontier();
  open(leftSums, 0, n, 0, 0, key, 1);
  let leaves = 1;
  for (let frame = takeBest(); frame != 0; frame = takeBest()) {
    const start = load<i32>(frame);
    const size = load<i32>(frame, 4);
    const node = load<i32>(frame, 8);
    const from = entries + (<usize>start << 3);
    if (leaves == maxLeaves) {
      landEntries<u64>(from, size, setLeafOf(node, sumsOf(frame)), 0);
      continue;
    }
    leaves++;
    const depth = load<i32>(frame, 12) + 1;
    const own = load<u32>(frame, 16);
    const left = newPair();
    const nLeft = divide(testOf(frame), node, left, from, size);
    sumBranches(from, nLeft, size, sumsOf(frame));
    // The first of them may take the place of their node.
    open(leftSums, start, nLeft, left, depth, branchKey(own, 0), leaves);
    open(rightSums, start + nLeft, size - nLeft, left + 1, depth, branchKey(own, 1), leaves);
  }
}

/** Adds a node to those that may be split; it becomes a leaf if no test is found for it, or there are enough leaves. */
function open(sums: usize, start: i32, n: i32, node: i32, depth: i32, key: u32, leaves: i32): void {
  const from = entries + (<usize>start << 3);
  const isDone = leaves == maxLeaves || isPure(sums, from, n);
  const frame = freeFrame();
  if (pushNode<u64>(frame, sums, start, n, node, depth, key, isDone, from, 0) == frame) return;
  const record = examine(from, n, key, sumsOf(frame));
  if (record == 0) landEntries<u64>(from, n, setLeafOf(node, sumsOf(frame)), 0);
  else addOpen(record, removedBy(record));
}

/** Splits the node in the frame, or makes it a leaf; its open branches replace it on the stack. Returns the new top. */
function split(frame: usize): usize {
  const n = load<i32>(frame, 4);
  const node = load<i32>(frame, 8);
  const from = entries + (<usize>load<i32>(frame) << 3);
  const sums = sumsOf(frame);
  const record = examine(from, n, load<u32>(frame, 16), sums);
  if (record == 0) {
    landEntries<u64>(from, n, setLeafOf(node, sums), 0);
    return frame;
  }
  const left = newPair();
  const nLeft = divide(record, node, left, from, n);
  const upper = from + (<usize>nLeft << 3);
  sumBranches(from, nLeft, n, sums);
  const leftPure = isPure(leftSums, from, nLeft);
  return pushBranches<u64>(frame, nLeft, left, leftPure, isPure(rightSums, upper, n - nLeft), from, 0);
}

/** Returns the record of the test to split by, or 0. */
function examine(from: usize, n: i32, key: u32, sums: usize): usize {
  startFound(sums);
  startSample(key);
  // The attribute after the one that is examined, if it was drawn already, and whether it was counted.
  let held = -1;
  let isCounted = false;
  for (let varied = 0; varied < perNode; ) {
    const a = held >= 0 ? held : nextAttribute();
    if (a < 0) break;
    const isSecond = isCounted;
    held = -1;
    isCounted = false;
    if (!isSecond && varied + 1 < perNode && mayPair(a)) {
      held = nextAttribute();
      isCounted = held >= 0 && mayPair(held);
      if (isCounted) countPair(a, held, from, n);
    }
    const seen = isSecond || isCounted ? examineOfPair(a, isSecond, sums) : examineLarge(a, from, n, sums);
    if (seen == 2) break;
    varied += seen;
  }
  if (isCounted) forgetSecond();
  return chosen();
}

/** The sums of the smaller branch are added up; the other's are the difference. */
@inline
function sumBranches(from: usize, nLeft: i32, n: i32, sums: usize): void {
  if (nLeft + nLeft <= n) sumUp(leftSums, rightSums, from, nLeft, sums);
  else sumUp(rightSums, leftSums, from + (<usize>nLeft << 3), n - nLeft, sums);
}

function sumUp(part: usize, rest: usize, from: usize, n: i32, sums: usize): void {
  addAll(part, from, n);
  subtract(rest, sums, part);
}

/** All rows have the same target. */
function isPure(sums: usize, from: usize, n: i32): bool {
  if (isClasses) return areOneClass(sums);
  const first = load<f64>(target + (<usize>load<u32>(from) << 3));
  for (let i = 1; i < n; i++)
    if (load<f64>(target + (<usize>load<u32>(from + (<usize>i << 3)) << 3)) != first) return false;
  return true;
}

/** Sets the node's test and divides its rows; returns how many go left. */
function divide(record: usize, node: i32, left: i32, from: usize, n: i32): i32 {
  const a = attributeOf(record);
  const missingLeft = missingGoesLeft(record);
  const none = <u32>missingCode(a);
  if (!isNominal(a)) {
    const low = lowCodeOf(record);
    setThreshold(node, a, low, highCodeOf(record), left, missingLeft);
    return divideNumbers(a, from, n, low, missingLeft ? none : 0xffffffff);
  }
  writeSet(setLevels(node, a, left, missingLeft), a, missingLeft ? rightSetOf(record) : leftSetOf(record), missingLeft);
  const set = leftSetOf(record);
  if (missingLeft) addBit(set, none);
  return divideLevels(a, from, n, set);
}

function divideNumbers(a: i32, from: usize, n: i32, low: u32, also: u32): i32 {
  const shift = codeShift(a);
  if (shift == 0) return divideAt<u64, u8>(from, n, codesOf(a), low, also);
  if (shift == 1) return divideAt<u64, u16>(from, n, codesOf(a), low, also);
  return divideAt<u64, u32>(from, n, codesOf(a), low, also);
}

function divideLevels(a: i32, from: usize, n: i32, set: usize): i32 {
  const shift = codeShift(a);
  if (shift == 0) return divideBy<u64, u8>(from, n, codesOf(a), set);
  if (shift == 1) return divideBy<u64, u16>(from, n, codesOf(a), set);
  return divideBy<u64, u32>(from, n, codesOf(a), set);
}

/** Adds the levels of a set, or removes them. */
function writeSet(to: usize, a: i32, levels: usize, isRemoved: bool): void {
  const end = <usize>((missingCode(a) + 31) >> 5) << 2;
  for (let at: usize = 0; at < end; at += 4) {
    const bits = load<u32>(levels + at);
    store<u32>(to + at, isRemoved ? load<u32>(to + at) & ~bits : load<u32>(to + at) | bits);
  }
}
