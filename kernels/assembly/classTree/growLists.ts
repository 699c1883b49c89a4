import { barrier } from "../common/barrier";
import { leaveIfStopped } from "../common/control";
import { finds, middleA, middleB, middleSides, middleStride, sideCounts, stack } from "./arena";
import {
  attributes,
  BARRIER,
  classes,
  column,
  control,
  listsA,
  listsB,
  MIDDLE_WEIGHT,
  middleRows,
  NODE_COUNT,
  rows,
  sharedEntries,
  sharedFinds,
  sides,
  TASK_COUNT,
  tasks,
  thread,
  threads,
} from "./job";
import { addCounts, entry, hasMissing, knownIn, listBytes, MIDDLE, rowAt, rowOf, WIDE } from "./lists";
import { countsOf, isOpen, weightAt, writeBranches, writeSplit } from "./node";
import { partitionMiddle, partitionWide } from "./partition";
import { choose, gainAt, leftAt, noFind, openNode, placeAt, sumOfSquares } from "./search";
import { searchMiddle, searchWide } from "./searchLists";
import { growSmall, isSmall } from "./small";

// Growth from wide or middle lists. A node's lists are its ranges of all lists, from `start` on. Dividing it writes
// them to the other of two sets of lists, A (0) and B (1). A pending node is four i32: start, rows, number and set.
// If threads work on a node together, each has its own attributes, and all have the same view of the tree.

@inline
export function push(top: usize, start: i32, m: i32, node: i32, set: i32): usize {
  store<i32>(top, start);
  store<i32>(top, m, 4);
  store<i32>(top, node, 8);
  store<i32>(top, set, 12);
  return top + 16;
}

@inline
function meet(together: bool): void {
  if (together) barrier(control + BARRIER, threads);
}

/** Whether a node is left to one thread. */
@inline
function isTask(width: i32, m: i32, weight: i32): bool {
  if (width == WIDE) return m <= middleRows && weight <= MIDDLE_WEIGHT;
  return threads == 1 || isSmall(m, weight) || <f64>m * <f64>attributes <= sharedEntries;
}

/** This thread's part of the search. */
@inline
function search(width: i32, together: bool, from: usize, stride: usize, m: i32, node: i32): void {
  const counts = countsOf(node);
  const weight = weightAt(node);
  const squares = sumOfSquares(counts, classes);
  const step = together ? threads : 1;
  openNode(weight, squares, together ? sharedFinds : finds);
  for (let a = together ? thread : 0; a < attributes; a += step) {
    const list = from + <usize>a * stride;
    const isLast =
      width == WIDE
        ? searchWide(a, list, m, counts, weight, squares)
        : searchMiddle(a, list, m, counts, weight, squares);
    if (!isLast) continue;
    for (a += step; a < attributes; a += step) noFind(a);
  }
}

@inline
function markSide(width: i32, list: usize, i: i32, side: u8): void {
  const e = entry(width, list, i);
  if (width == WIDE) store<u8>(sides + rowOf(WIDE, e), side);
  else store<u8>(middleSides + <usize>e, side);
}

/** Marks entries: those before position `place` go left, the others right, and those from `known` on to `missingSide`. */
@inline
function markSides(width: i32, together: bool, list: usize, m: i32, place: i32, known: i32, missingSide: u8): void {
  const from = together ? <i32>((<i64>m * thread) / threads) : 0;
  const to = together ? <i32>((<i64>m * (thread + 1)) / threads) : m;
  for (let i = from; i < min(to, place); i++) markSide(width, list, i, 0);
  for (let i = max(from, place); i < min(to, known); i++) markSide(width, list, i, 1);
  for (let i = max(from, known); i < to; i++) markSide(width, list, i, missingSide);
}

export function markWideSides(list: usize, m: i32, place: i32, known: i32, missingSide: u8): void {
  markSides(WIDE, true, list, m, place, known, missingSide);
}

/** The parameters of a node's division, computed identically by each thread. */
let chosen: i32 = 0;
let known: i32 = 0;
let leftRows: i32 = 0;
let missingSide: u8 = 0;
let rightWeight: i32 = 0;

@inline
function planDivision(width: i32, list: usize, m: i32, node: i32): void {
  known = hasMissing(chosen) ? knownIn(width, list, m, column(chosen)) : m;
  rightWeight = weightAt(node) - leftAt(chosen);
  if (known < m) rightWeight -= addCounts(width, list, known, m, sideCounts);
  // Missing values go to the branch with the larger weight.
  missingSide = u8(rightWeight > leftAt(chosen));
  leftRows = placeAt(chosen) + (missingSide ? 0 : m - known);
}

@inline
function writeDivision(width: i32, list: usize, m: i32, node: i32, left: i32): void {
  const place = placeAt(chosen);
  const counts = countsOf(left);
  memory.fill(counts, 0, <usize>classes << 2);
  addCounts(width, list, 0, place, counts);
  if (!missingSide) addCounts(width, list, known, m, counts);
  const low = <i32>rowAt(width, list, place - 1);
  const high = <i32>rowAt(width, list, place);
  writeSplit(node, chosen, left, low, high, gainAt(chosen), leftAt(chosen), rightWeight);
  writeBranches(node, left, m, leftRows);
}

@inline
function divide(width: i32, together: bool, from: usize, to: usize, stride: usize, m: i32): void {
  const step = together ? threads : 1;
  for (let a = together ? thread : 0; a < attributes; a += step) {
    const at = <usize>a * stride;
    if (width == WIDE) partitionWide(from + at, m, to + at, leftRows, sides);
    else partitionMiddle(from + at, m, to + at, leftRows, middleSides);
  }
}

/** Grows from a node. Together, down to nodes that become tasks for one thread each. */
@inline
function grow(width: i32, together: bool, start0: i32, m0: i32, node0: i32, set0: i32): void {
  const a = width == WIDE ? listsA : middleA;
  const b = width == WIDE ? listsB : middleB;
  const stride = width == WIDE ? listBytes(WIDE, rows) : middleStride;
  let next = 1;
  let waiting = tasks;
  let top = push(stack, start0, m0, node0, set0);
  while (top > stack) {
    leaveIfStopped();
    top -= 16;
    const start = load<i32>(top);
    const m = load<i32>(top, 4);
    const node = load<i32>(top, 8);
    const set = load<i32>(top, 12);
    const at = <usize>start * <usize>width;
    const from = (set ? b : a) + at;
    const to = (set ? a : b) + at;
    if (together && isTask(width, m, weightAt(node))) {
      if (thread == 0) push(waiting, start, m, node, set);
      waiting += 16;
      continue;
    }
    if (width == MIDDLE && isSmall(m, weightAt(node))) {
      growSmall(from, stride, m, node);
      continue;
    }
    search(width, together, from, stride, m, node);
    meet(together);
    chosen = choose();
    if (chosen < 0) {
      meet(together);
      continue;
    }
    const list = from + <usize>chosen * stride;
    planDivision(width, list, m, node);
    const left = together ? next : atomic.add<i32>(control + NODE_COUNT, 2);
    next += 2;
    if (!together || thread == 0) writeDivision(width, list, m, node, left);
    if (width == WIDE) markWideSides(list, m, placeAt(chosen), known, missingSide);
    else markSides(width, together, list, m, placeAt(chosen), known, missingSide);
    meet(together);
    const openLeft = isOpen(left);
    const openRight = isOpen(left + 1);
    if (openLeft || openRight) divide(width, together, from, to, stride, m);
    if (openRight) top = push(top, start + leftRows, m - leftRows, left + 1, set ^ 1);
    if (openLeft) top = push(top, start, leftRows, left, set ^ 1);
  }
  if (together && thread == 0) {
    atomic.store<i32>(control + NODE_COUNT, next);
    atomic.store<i32>(control + TASK_COUNT, <i32>((waiting - tasks) >> 4));
  }
}

export function growWideTogether(): void {
  grow(WIDE, true, 0, rows, 0, 0);
}

/** One function for both, not inlined: each copy would be a twentieth of the kernel. */
function growMiddleBy(together: bool, start: i32, m: i32, node: i32, set: i32): void {
  grow(MIDDLE, together, start, m, node, set);
}

export function growMiddleTogether(): void {
  growMiddleBy(true, 0, rows, 0, 0);
}

export function growMiddle(start: i32, m: i32, node: i32, set: i32): void {
  growMiddleBy(false, start, m, node, set);
}
