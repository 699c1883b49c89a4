// The best test of a leaf: every thread scans some attributes, then all read the results of each.

import { attributeAt, binsOf, cellsOf, directionOf, isNominal, isPlain } from "./attribute";
import { endAttribute, firstAttribute, lists, me, team, worker } from "./crew";
import { draw, hash } from "./random";
import {
  BEST,
  GAIN,
  HIGH,
  ID,
  LOW,
  ROWS,
  SUM_G,
  SUM_H,
  TEST,
  T_ATTRIBUTE,
  T_BIN,
  T_FLAGS,
  T_LEFT_G,
  T_LEFT_H,
  T_SCORE,
} from "./leaf";
import { scanLevels } from "./levels";
import {
  H,
  MISSING_LEFT,
  UNDECIDED,
  bin,
  flags,
  floor,
  leftG,
  leftH,
  lookAt,
  score,
  startAttribute,
} from "./node";
import { scanNumeric } from "./numeric";
import { attributes, boardAt, maskAt, minGain, nodeAttributes, nodeKey, ownMask } from "./plan";

/** Bytes of the board before the threads' results: the barriers, then each thread's row counts. */
const HEAD: usize = 4096;
/** A thread's part of the board: a test for each of two branches. */
const PART: usize = 128;

export function boardRoom(threads: i32): usize {
  return HEAD + PART * <usize>threads;
}

@inline
function found(thread: i32, branch: usize): usize {
  return boardAt + HEAD + PART * <usize>thread + branch * 64;
}

/** The attributes to examine at a node: those drawn for the tree, or a subset drawn for the node. */
function maskOf(node: i32): usize {
  if (nodeAttributes == 0) return maskAt;
  const own = ownMask(worker);
  let n = 0;
  for (let a: usize = 0; a < <usize>attributes; a++) n += <i32>load<u8>(maskAt + a);
  // The draw is over the tree's attributes in their order; it is then mapped to their positions.
  draw(own, n, nodeAttributes, hash(nodeKey, node));
  for (let a = attributes - 1; a >= 0; a--) {
    store<u8>(own + <usize>a, load<u8>(maskAt + <usize>a) != 0 ? load<u8>(own + <usize>--n) : 0);
  }
  return own;
}

export function look(leaf: usize): void {
  lookAt(
    load<i64>(leaf, SUM_G),
    load<i64>(leaf, SUM_H),
    load<i32>(leaf, ROWS),
    load<f64>(leaf, LOW),
    load<f64>(leaf, HIGH),
  );
}

/** Scans this thread's attributes in the leaf's tally and writes the best test to the board. */
export function scanShare(leaf: usize, slot: usize, branch: usize): void {
  scan(leaf, slot, found(me, branch));
}

/** Finds the best test of a leaf whose attributes are all this thread's. */
export function scanAll(leaf: usize, slot: usize): void {
  scan(leaf, slot, leaf + BEST);
  rate(leaf);
}

function scan(leaf: usize, slot: usize, to: usize): void {
  look(leaf);
  store<f64>(to, floor, T_SCORE);
  store<i32>(to, -1, T_ATTRIBUTE);
  const mask = maskOf(load<i32>(leaf, ID));
  for (let a = firstAttribute; a < endAttribute; a++) {
    if (load<u8>(mask + <usize>a) == 0) continue;
    const record = attributeAt(a);
    const cells = slot + cellsOf(record);
    startAttribute();
    if (isNominal(record)) scanLevels(cells, binsOf(record), isPlain(record), lists);
    else scanNumeric(cells, binsOf(record), directionOf(record));
    if (bin >= 0 && score > load<f64>(to, T_SCORE)) writeTest(to, a);
  }
}

function writeTest(to: usize, attribute: i32): void {
  store<f64>(to, score, T_SCORE);
  store<i64>(to, <i64>leftG, T_LEFT_G);
  store<i64>(to, <i64>leftH, T_LEFT_H);
  store<i32>(to, attribute, T_ATTRIBUTE);
  store<i32>(to, bin, T_BIN);
  const how = flags != UNDECIDED ? flags : leftH >= H - leftH ? MISSING_LEFT : 0;
  store<i32>(to, how, T_FLAGS);
}

function isBetter(a: usize, b: usize): bool {
  const attribute = load<i32>(a, T_ATTRIBUTE);
  if (attribute < 0) return false;
  if (load<i32>(b, T_ATTRIBUTE) < 0) return true;
  const x = load<f64>(a, T_SCORE);
  const y = load<f64>(b, T_SCORE);
  return x > y || (x == y && attribute < load<i32>(b, T_ATTRIBUTE));
}

/** The best of all threads' tests; on ties the one on the first attribute. */
export function readBest(leaf: usize, branch: usize): void {
  let best = found(0, branch);
  for (let t = 1; t < team; t++) {
    const other = found(t, branch);
    if (isBetter(other, best)) best = other;
  }
  memory.copy(leaf + BEST, best, TEST);
  rate(leaf);
}

/** What the leaf's best test gains; without a test, -1. */
function rate(leaf: usize): void {
  look(leaf);
  const best = leaf + BEST;
  store<f64>(leaf, load<i32>(best, T_ATTRIBUTE) < 0 ? -1 : load<f64>(best, T_SCORE) - floor + minGain, GAIN);
}
