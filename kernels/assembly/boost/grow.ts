// One tree, leaf by leaf. Every thread divides and tallies its own rows; of two branches the smaller is tallied, the
// other is the parent minus it. Then every thread scans its own attributes.

import { barrier } from "../common/barrier";
import { leaveIfStopped } from "../common/control";
import { look, readBest, scanLeaf } from "./choose";
import { hash } from "./random";
import {
  BEST,
  COUNT,
  DEPTH,
  GAIN,
  HIGH,
  ID,
  LOW,
  N_ATTRIBUTE,
  N_BIN,
  N_FLAGS,
  N_GAIN,
  N_HESSIAN,
  N_LEFT,
  N_RIGHT,
  N_SIDES,
  N_VALUE,
  ROWS,
  SLOT,
  START,
  SUM_G,
  SUM_H,
  T_ATTRIBUTE,
  T_BIN,
  T_FLAGS,
  T_LEFT_G,
  T_LEFT_H,
  leafAt,
  nodeAt,
} from "./leaf";
import { markLevels } from "./levels";
import { MISSING_LEFT, ON_LEVELS } from "./node";
import { partitionByLimit, partitionBySides } from "./partition";
import {
  attributeAt,
  attributes,
  bind,
  binsOf,
  boardAt,
  byDepth,
  cellsOf,
  columnOf,
  constrained,
  directionOf,
  entriesAt,
  field,
  gradientScale,
  gradientsAt,
  hessianScale,
  isPlain,
  isWide,
  lambda,
  learningRate,
  maxDepth,
  maxLeaves,
  minHessian,
  minLeaf,
  missingOf,
  rowKey,
  rowLimit,
  rows,
  scratchAt,
  sideBytes,
  sidesAt,
  slotBytes,
  slotsAt,
  spareAt,
  trainRows,
} from "./plan";
import { BLOCK, blockEnd, firstEntry } from "./share";
import { addCells, subtractCells, tally } from "./tally";

let me: i32 = 0;
let team: i32 = 1;
let lists: usize = 0;
let nodes: i32 = 0;
let leaves: i32 = 0;

/** A count that each thread writes to the board, for all to sum after a barrier. */
@inline
function ownCount(thread: i32): usize {
  return boardAt + 256 + (<usize>thread << 3);
}

@inline
function meet(): void {
  barrier(boardAt, team);
}

/**
 * Grows the tree of one output. `levels`: each thread's space for lists of levels, `levelBytes` each. Thread 0 writes
 * the nodes, and at byte 512 of the board their number and the number of threads that grew them.
 */
export function grow(
  thread: i32,
  threads: i32,
  block: usize,
  output: i32,
  levels: usize,
  levelBytes: usize,
): void {
  bind(block);
  me = thread;
  team = threads;
  lists = levels + <usize>thread * levelBytes;
  nodes = 1;
  leaves = 1;
  plant(output);
  while (leaves < maxLeaves) {
    const next = nextLeaf();
    if (next < 0) break;
    split(next);
  }
  if (thread != 0) return;
  for (let i = 0; i < leaves; i++) writeLeaf(leafAt(0, i));
  store<i32>(boardAt, nodes, 512);
  store<i32>(boardAt, threads, 516);
}

/** The leaf to split: the one with the greatest gain, or the first of those nearest to the root. */
function nextLeaf(): i32 {
  let best = -1;
  let most: f64 = 0;
  let least = i32.MAX_VALUE;
  for (let i = 0; i < leaves; i++) {
    const leaf = leafAt(me, i);
    const gain = load<f64>(leaf, GAIN);
    const depth = load<i32>(leaf, DEPTH);
    if (gain <= 0) continue;
    if (byDepth ? depth < least : gain > most) {
      best = i;
      most = gain;
      least = depth;
    }
  }
  return best;
}

@inline
function slotOf(slot: i32): usize {
  return slotsAt + <usize>slot * slotBytes;
}

/** Where this thread tallies: thread 0 in the slot itself, the others in slots of their own. */
@inline
function tallyAt(slot: i32): usize {
  return me == 0 ? slotOf(slot) : scratchAt + <usize>(me - 1) * slotBytes;
}

/** Entries of the drawn rows, the root's sums and its tally. */
function plant(output: i32): void {
  const gradients = gradientsAt + ((<usize>output * <usize>rows) << 2);
  const first = firstEntry(me, team);
  let to = entriesAt + (<usize>first << 3);
  let g: i64 = 0;
  let h: i64 = 0;
  const all = rowLimit >= 4294967296.0;
  for (let start = me * BLOCK; start < trainRows; start += team * BLOCK) {
    const end = blockEnd(start, true);
    for (let row = start; row < end; row++) {
      const gradient = load<u32>(gradients + (<usize>row << 2));
      store<u64>(to, (<u64>gradient << 32) | <u64>row);
      const drawn = all || <f64>hash(rowKey, row) < rowLimit;
      if (drawn) {
        to += 8;
        g += <i64>(<i32>gradient >> field);
        h += <i64>(gradient & ((1 << field) - 1));
      }
    }
  }
  const root = leafAt(me, 0);
  const count = <i32>((to - entriesAt) >> 3) - first;
  store<i32>(root, first, START);
  store<i32>(root, count, COUNT);
  store<i32>(root, 0, SLOT);
  store<i32>(root, 0, ID);
  store<i32>(root, 0, DEPTH);
  store<f64>(root, -Infinity, LOW);
  store<f64>(root, Infinity, HIGH);
  publishRoot(count, g, h);
  tallyInto(0, root);
  meet();
  readRoot(root);
  merge(0);
  search(root, 0, root);
}

@inline
function rootSums(thread: i32): usize {
  return boardAt + 1024 + (<usize>thread << 4);
}

function publishRoot(count: i32, g: i64, h: i64): void {
  store<i32>(ownCount(me), count);
  store<i64>(rootSums(me), g);
  store<i64>(rootSums(me), h, 8);
}

function readRoot(root: usize): void {
  let n = 0;
  let g: i64 = 0;
  let h: i64 = 0;
  for (let t = 0; t < team; t++) {
    n += load<i32>(ownCount(t));
    g += load<i64>(rootSums(t));
    h += load<i64>(rootSums(t), 8);
  }
  store<i32>(root, n, ROWS);
  store<i64>(root, g, SUM_G);
  store<i64>(root, h, SUM_H);
}

function tallyInto(slot: i32, leaf: usize): void {
  const to = tallyAt(slot);
  memory.fill(to, 0, slotBytes);
  tally(entriesAt + (<usize>load<i32>(leaf, START) << 3), load<i32>(leaf, COUNT), to);
}

/** Bytes of an attribute's cells, in pairs. */
@inline
function cellBytes(record: usize): usize {
  return isWide(record) ? <usize>((missingOf(record) + 2) & ~1) << 3 : 2048;
}

/** Sums the threads' tallies of this thread's attributes. */
function merge(slot: i32): void {
  if (team == 1) return;
  for (let a = me; a < attributes; a += team) {
    const record = attributeAt(a);
    const cells = cellsOf(record);
    const to = slotOf(slot) + cells;
    for (let t = 1; t < team; t++) addCells(to, scratchAt + <usize>(t - 1) * slotBytes + cells, cellBytes(record));
  }
}

/** Subtracts the smaller branch's cells from its parent's, which become the larger one's. */
function leave(slot: i32, smaller: i32): void {
  for (let a = me; a < attributes; a += team) {
    const record = attributeAt(a);
    const cells = cellsOf(record);
    subtractCells(slotOf(slot) + cells, slotOf(smaller) + cells, cellBytes(record));
  }
}

@inline
function maySplit(leaf: usize): bool {
  return load<i32>(leaf, DEPTH) < maxDepth && <f64>load<i32>(leaf, ROWS) >= 2 * minLeaf;
}

/** The best tests of one leaf, or of two, from their tallies. */
function search(a: usize, count: i32, b: usize): void {
  const first = maySplit(a);
  const second = count > 0 && maySplit(b);
  if (first) scanLeaf(me, team, a, slotOf(load<i32>(a, SLOT)), 0, lists);
  if (second) scanLeaf(me, team, b, slotOf(load<i32>(b, SLOT)), 1, lists);
  meet();
  store<f64>(a, -1, GAIN);
  if (first) readBest(team, a, 0);
  if (count > 0) store<f64>(b, -1, GAIN);
  if (second) readBest(team, b, 1);
}

/** Divides this thread's entries of a leaf; returns how many go left. For a test on levels, marks them in `sides`. */
function divide(leaf: usize, sides: usize): i32 {
  const test = leaf + BEST;
  const record = attributeAt(load<i32>(test, T_ATTRIBUTE));
  const flags = load<i32>(test, T_FLAGS);
  const bin = load<i32>(test, T_BIN);
  const start = load<i32>(leaf, START);
  const entries = entriesAt + (<usize>start << 3);
  const spare = spareAt + (<usize>start << 3);
  const count = load<i32>(leaf, COUNT);
  if ((flags & ON_LEVELS) != 0) {
    return partitionBySides(columnOf(record), isWide(record), entries, count, spare, sides);
  }
  // The bin of missing values is 255; adding 1 wraps it to 0, below all others.
  const add: u32 = (flags & MISSING_LEFT) != 0 ? 1 : 0;
  return partitionByLimit(columnOf(record), entries, count, spare, add, <u32>bin + add);
}

/** Each thread marks the sides in its own copy, from the same tally. */
function sidesFor(leaf: usize): usize {
  const test = leaf + BEST;
  const record = attributeAt(load<i32>(test, T_ATTRIBUTE));
  const sides = sidesAt + (<usize>me * <usize>maxLeaves + <usize>leaves) * sideBytes;
  if ((load<i32>(test, T_FLAGS) & ON_LEVELS) == 0) return sides;
  memory.fill(sides, 0, sideBytes);
  const cells = slotOf(load<i32>(leaf, SLOT)) + cellsOf(record);
  look(leaf);
  markLevels(
    cells,
    binsOf(record),
    missingOf(record),
    isPlain(record),
    lists,
    load<i32>(test, T_BIN),
    load<i32>(test, T_FLAGS),
    sides,
  );
  return sides;
}

function split(at: i32): void {
  leaveIfStopped();
  const leaf = leafAt(me, at);
  const other = leafAt(me, leaves);
  const left = divide(leaf, sidesFor(leaf));
  if (me == 0) writeSplit(leaf);
  const slot = load<i32>(leaf, SLOT);
  const fresh = leaves;
  branch(leaf, other, left);
  const rightIsSmall = load<i64>(other, SUM_H) < load<i64>(leaf, SUM_H);
  const small = rightIsSmall ? other : leaf;
  const large = rightIsSmall ? leaf : other;
  store<i32>(small, fresh, SLOT);
  store<i32>(large, slot, SLOT);
  leaves++;
  store<i32>(ownCount(me), left);
  const more = leaves < maxLeaves && load<i32>(leaf, DEPTH) < maxDepth;
  if (more) tallyInto(fresh, small);
  meet();
  readRows(leaf, other);
  if (!more) {
    store<f64>(leaf, -1, GAIN);
    store<f64>(other, -1, GAIN);
    meet();
    return;
  }
  merge(fresh);
  if (maySplit(large)) leave(slot, fresh);
  search(small, 1, large);
}

/** Rows of both branches, over all threads. */
function readRows(leaf: usize, other: usize): void {
  let n = 0;
  for (let t = 0; t < team; t++) n += load<i32>(ownCount(t));
  const all = load<i32>(leaf, ROWS);
  store<i32>(leaf, n, ROWS);
  store<i32>(other, all - n, ROWS);
}

/** The leaf becomes its left branch; `other` the right one. */
function branch(leaf: usize, other: usize, left: i32): void {
  const test = leaf + BEST;
  const g = load<i64>(test, T_LEFT_G);
  const h = load<i64>(test, T_LEFT_H);
  store<i32>(other, load<i32>(leaf, START) + left, START);
  store<i32>(other, load<i32>(leaf, COUNT) - left, COUNT);
  store<i32>(leaf, left, COUNT);
  store<i32>(leaf, nodes, ID);
  store<i32>(other, nodes + 1, ID);
  nodes += 2;
  store<i32>(leaf, load<i32>(leaf, DEPTH) + 1, DEPTH);
  store<i32>(other, load<i32>(leaf, DEPTH), DEPTH);
  store<i64>(other, load<i64>(leaf, SUM_G) - g, SUM_G);
  store<i64>(other, load<i64>(leaf, SUM_H) - h, SUM_H);
  store<i64>(leaf, g, SUM_G);
  store<i64>(leaf, h, SUM_H);
  store<f64>(other, load<f64>(leaf, LOW), LOW);
  store<f64>(other, load<f64>(leaf, HIGH), HIGH);
  if (constrained) boundBranches(leaf, other, load<i32>(test, T_ATTRIBUTE));
}

@inline
function clamp(x: f64, leaf: usize): f64 {
  return min(max(x, load<f64>(leaf, LOW)), load<f64>(leaf, HIGH));
}

/** No output below either branch may cross the midpoint of the two outputs. */
function boundBranches(leaf: usize, other: usize, attribute: i32): void {
  const direction = directionOf(attributeAt(attribute));
  if (direction == 0) return;
  const left = clamp(-(<f64>load<i64>(leaf, SUM_G)) / (<f64>load<i64>(leaf, SUM_H) + lambda), leaf);
  const right = clamp(-(<f64>load<i64>(other, SUM_G)) / (<f64>load<i64>(other, SUM_H) + lambda), other);
  const middle = (left + right) / 2;
  store<f64>(leaf + (direction > 0 ? HIGH : LOW), middle);
  store<f64>(other + (direction > 0 ? LOW : HIGH), middle);
}

function writeSplit(leaf: usize): void {
  const test = leaf + BEST;
  const node = nodeAt(load<i32>(leaf, ID));
  store<i32>(node, load<i32>(test, T_ATTRIBUTE), N_ATTRIBUTE);
  store<i32>(node, load<i32>(test, T_BIN), N_BIN);
  store<i32>(node, load<i32>(test, T_FLAGS), N_FLAGS);
  store<i32>(node, nodes, N_LEFT);
  store<i32>(node, nodes + 1, N_RIGHT);
  store<i32>(node, leaves, N_SIDES);
  store<f64>(node, load<f64>(leaf, GAIN), N_GAIN);
  store<f64>(node, <f64>load<i64>(leaf, SUM_H), N_HESSIAN);
}

/** A leaf's value: the Newton step from its exact sums, within its bounds, scaled by the learning rate. */
function writeLeaf(leaf: usize): void {
  const node = nodeAt(load<i32>(leaf, ID));
  const h = <f64>load<i64>(leaf, SUM_H);
  // A root without hessian has nothing left to learn.
  const step = h < minHessian ? 0 : -(<f64>load<i64>(leaf, SUM_G)) / (h + lambda);
  const value = constrained ? clamp(step, leaf) : step;
  store<i32>(node, -1, N_ATTRIBUTE);
  store<f64>(node, <f64>load<i64>(leaf, SUM_H), N_HESSIAN);
  store<f64>(node, ((value * hessianScale) / gradientScale) * learningRate, N_VALUE);
}
