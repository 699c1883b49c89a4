import { attributeCorner, branchKey, rootKey } from "../common/nodeChance";
import { startArena, take } from "./arena";
import {
  attributeOf,
  chosen,
  cutOf,
  knownOf,
  leftOf,
  leftOneOf,
  missingGoesLeft,
  nodeWeight,
  startFound,
  takeFound,
} from "./found";
import { frameBytes, MOST_FRAMES, pushNode, sumsOf } from "./frames";
import { isPure, isTwo, loadMember, massShift, sumUp } from "./mass";
import { boundOf, cellOf, doubtOf, keyColumn, keyStep, takeKeys, useBlock, useTable } from "./nodeKeys";
import { flatten, newPair, nextMember, setLeafOf, setSplit, startTree, takeNodes } from "./nodes";
import {
  arenas,
  attributes,
  blockRows,
  hasMissing,
  isWide,
  perNode,
  readParams,
  rowKeys,
  rows,
  seeds,
  width,
} from "./params";
import { CONSTANT, examineRandom, gatherMass, PERFECT, takeScratch } from "./randomCut";
import { clearSample, nextAttribute, startSample, takeSample } from "./sample";
import { followUnseen, takeUnseen } from "./unseen";

// Trees whose cuts are drawn by chance. A node's rows stand together in one list, which dividing reorders in place. Up
// to `blockRows` rows their keys are copied side by side, row by row, so that everything below is in near memory.

let block: usize = 0;
let blockMass: usize = 0;
let blockIds: usize = 0;
let ids: usize = 0;
let moved: usize = 0;
let mass: usize = 0;
let leftSums: usize = 0;
let rightSums: usize = 0;
let frames: usize = 0;

export function extraArena(at: usize): usize {
  readParams(at);
  startArena(0);
  takeAll();
  return take(64);
}

function takeAll(): void {
  takeNodes(rows);
  takeUnseen();
  takeSample();
  takeFound();
  takeScratch(rows);
  takeKeys(rows);
  ids = take(<usize>rows << 2);
  moved = take(<usize>rows << 2);
  mass = take(<usize>rows << massShift());
  leftSums = take(<usize>width << 3);
  rightSums = take(<usize>width << 3);
  frames = take(frameBytes() * MOST_FRAMES);
  block = take((<usize>blockRows * <usize>attributes * (isWide ? 8 : 4)) + 16);
  blockMass = take(<usize>blockRows << massShift());
  blockIds = take(<usize>blockRows << 2);
}

export function growExtra(thread: i32, threads: i32, at: usize): void {
  readParams(at);
  startArena(<usize>load<u32>(arenas + (<usize>thread << 2)));
  takeAll();
  clearSample();
  for (;;) {
    const member = nextMember(threads, rows);
    if (member < 0) return;
    startTree();
    const n = loadMember(member, ids, mass);
    sumUp(leftSums, ids, n, mass);
    const key = rootKey(load<u32>(seeds + (<usize>member << 2)));
    useTable();
    if (pushNode(frames, leftSums, 0, n, 0, 0, key, 0, isPure(leftSums, ids, n, mass)) > frames) grow(frames, ids, mass, blockRows);
    flatten(member);
    followUnseen(member);
  }
}

/** Grows the node in the frame at `bottom`, and all below it. Nodes of up to `blockUpTo` rows get blocks of their own. */
function grow(bottom: usize, list: usize, massAt: usize, blockUpTo: i32): void {
  let top = bottom + frameBytes();
  while (top > bottom) {
    top -= frameBytes();
    if (load<i32>(top, 4) <= blockUpTo) growBlock(top);
    else top = split(top, list, massAt);
  }
}

/** Copies the keys and masses of a node's rows side by side, and grows it from there. */
function growBlock(frame: usize): void {
  const n = <usize>load<i32>(frame, 4);
  const from = ids + (<usize>load<i32>(frame) << 2);
  const shift = massShift();
  for (let i: usize = 0; i < n; i++) {
    const at = mass + (<usize>load<u32>(from + (i << 2)) << shift);
    store<u32>(blockIds + (i << 2), <u32>i);
    store<u64>(blockMass + (i << shift), load<u64>(at));
    if (shift == 4) store<u64>(blockMass + (i << shift), load<u64>(at, 8), 8);
  }
  const bytes = <usize>attributes << (isWide ? 3 : 2);
  let to = block;
  for (let i: usize = 0; i < n; i++, to += bytes) copyRow(to, rowKeys + <usize>load<u32>(from + (i << 2)) * bytes, bytes);
  store<i32>(frame, 0);
  useBlock(block, bytes, from);
  grow(frame, blockIds, blockMass, 0);
  useTable();
}

/** A call of memory.copy costs more than a few vectors; up to 12 bytes too many are copied. */
@inline
function copyRow(to: usize, from: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) v128.store(to + at, v128.load(from + at));
}

/** Splits the node in the frame, or makes it a leaf; its open branches take its place on the stack. The new top. */
function split(frame: usize, list: usize, massAt: usize): usize {
  const start = load<i32>(frame);
  const n = load<i32>(frame, 4);
  const node = load<i32>(frame, 8);
  const depth = load<i32>(frame, 12) + 1;
  const key = load<u32>(frame, 16);
  const from = list + (<usize>start << 2);
  const record = examine(from, n, key, sumsOf(frame), massAt);
  if (record == 0) {
    setLeafOf(node, sumsOf(frame));
    return frame;
  }
  const a = attributeOf(record);
  const missingLeft = missingGoesLeft(record);
  const left = newPair();
  setSplit(node, a, cutOf(record), left, missingLeft);
  const nLeft = divide(from, n, a, cutOf(record), missingLeft);
  sumBranches(record, sumsOf(frame), from, n, nLeft, massAt);
  const lower = branchKey(key, 0);
  const upper = branchKey(key, 1);
  const leftPure = isPure(leftSums, from, nLeft, massAt);
  const rightPure = isPure(rightSums, from + (<usize>nLeft << 2), n - nLeft, massAt);
  // The smaller branch goes on top: so few nodes ever wait.
  if (nLeft <= n - nLeft) {
    const top = pushNode(frame, rightSums, start + nLeft, n - nLeft, left + 1, depth, upper, 0, rightPure);
    return pushNode(top, leftSums, start, nLeft, left, depth, lower, 0, leftPure);
  }
  const top = pushNode(frame, leftSums, start, nLeft, left, depth, lower, 0, leftPure);
  return pushNode(top, rightSums, start + nLeft, n - nLeft, left + 1, depth, upper, 0, rightPure);
}

/** Draws cuts on attributes that vary; the record of the one to split by, or 0. */
function examine(from: usize, n: i32, key: u32, sums: usize, massAt: usize): usize {
  startFound(sums);
  startSample(key);
  const attributeDraws = attributeCorner(key);
  gatherMass(from, n, massAt);
  for (let varied = 0; varied < perNode; ) {
    const a = nextAttribute();
    if (a < 0) break;
    const seen = examineRandom(a, from, n, attributeDraws, sums);
    if (seen == PERFECT) break;
    if (seen != CONSTANT) varied++;
  }
  return chosen();
}

/** Stable: within a branch rows keep their order. How many go left. */
function divide(from: usize, n: i32, a: i32, cut: f64, missingLeft: bool): i32 {
  if (hasMissing(a)) return divideCells(from, n, a, cut, missingLeft);
  const column = keyColumn(a);
  const step = keyStep;
  const bound = boundOf(cut);
  const doubt = doubtOf(cut);
  const end = from + (<usize>n << 2);
  let left = from;
  let right = moved;
  for (let at = from; at < end; at += 4) {
    const id = load<u32>(at);
    const key = load<u32>(column + <usize>id * step);
    let goes = <usize>u32(key <= bound);
    if (key == doubt) goes = <usize>u32(cellOf(a, id) <= cut);
    store<u32>(left, id);
    store<u32>(right, id);
    left += goes << 2;
    right += 4 - (goes << 2);
  }
  copyWords(left, moved, right - moved);
  return <i32>((left - from) >> 2);
}

function divideCells(from: usize, n: i32, a: i32, cut: f64, missingLeft: bool): i32 {
  const end = from + (<usize>n << 2);
  let left = from;
  let right = moved;
  for (let at = from; at < end; at += 4) {
    const id = load<u32>(at);
    const x = cellOf(a, id);
    const goes = <usize>i32(missingLeft ? !(x > cut) : x <= cut) << 2;
    store<u32>(left, id);
    store<u32>(right, id);
    left += goes;
    right += 4 - goes;
  }
  copyWords(left, moved, right - moved);
  return <i32>((left - from) >> 2);
}

/** A call of memory.copy costs more than copying a few words. */
@inline
function copyWords(to: usize, from: usize, bytes: usize): void {
  if (bytes > 256) memory.copy(to, from, bytes);
  else for (let at: usize = 0; at < bytes; at += 4) store<u32>(to + at, load<u32>(from + at));
}

function sumBranches(record: usize, sums: usize, from: usize, n: i32, nLeft: i32, massAt: usize): void {
  if (isTwo() && knownOf(record) == nodeWeight) {
    store<f64>(leftSums, leftOf(record) - leftOneOf(record));
    store<f64>(leftSums, leftOneOf(record), 8);
  } else if (nLeft > n - nLeft) {
    sumUp(rightSums, from + (<usize>nLeft << 2), n - nLeft, massAt);
    return subtract(leftSums, sums, rightSums);
  } else sumUp(leftSums, from, nLeft, massAt);
  subtract(rightSums, sums, leftSums);
}

/** Sums are exact, so a branch's are what the other leaves of the node's. */
@inline
function subtract(to: usize, all: usize, part: usize): void {
  for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(to + k, load<f64>(all + k) - load<f64>(part + k));
}
