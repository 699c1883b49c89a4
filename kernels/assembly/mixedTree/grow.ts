import { barrier } from "../common/barrier";
import { leaveIfStopped } from "../common/control";
import {
  FRAME,
  live,
  liveRoom,
  localA,
  localB,
  localRowsA,
  localRowsB,
  localSides,
  localStride,
  stack,
  wideRowsA,
  wideRowsB,
} from "./arena";
import { countBranches, countNode, leftSlot, listLocal, rightSlot } from "./countBranches";
import {
  leftRows,
  markLocal,
  markWide,
  planLocal,
  planWide,
  writeLocal,
  writeWide,
} from "./divideNode";
import {
  attributes,
  BARRIER,
  control,
  isCounted,
  listRows,
  listsA,
  listsB,
  localRows,
  NODE_COUNT,
  sides,
  TASK_COUNT,
  tasks,
  thread,
  threads,
  used,
} from "./job";
import { Local, Wide } from "./lists";
import { isOpen } from "./node";
import { partition } from "./partition";
import { choose, isDead } from "./finds";
import { attributeOf, searchNode } from "./searchNode";
import { listUsedRows, wideBytes } from "./sortRows";

// Growth from lists and counts. A node's lists are its ranges of all lists, from `start` on; dividing it writes them to the
// other of two sets of lists, A (0) and B (1). A pending node is seven i32: start, rows, number, set, the list of the
// attributes that vary there (where it begins, and its length), and the slot of its counts. Nodes with few rows have lists
// of all attributes; they are made of the rows when such a node is first met. If threads work on a node together, each has
// its own attributes, and all have the same view of the tree.

/** In place of a slot: the node is not counted, and counted attributes have no lists yet; or they have. */
const NO_LISTS: i32 = -1;
const LISTED: i32 = -2;

@inline
function push(
  top: usize,
  start: i32,
  m: i32,
  node: i32,
  set: i32,
  liveAt: i32,
  liveCount: i32,
  slot: i32,
): usize {
  store<i32>(top, start);
  store<i32>(top, m, 4);
  store<i32>(top, node, 8);
  store<i32>(top, set, 12);
  store<i32>(top, liveAt, 16);
  store<i32>(top, liveCount, 20);
  store<i32>(top, slot, 24);
  return top + FRAME;
}

@inline
function meet(together: bool): void {
  if (together) barrier(control + BARRIER, threads);
}

/** The attributes that vary at the node, if there are fewer than at its parent: a copy after the parent's list. */
let liveStart: i32 = 0;
let liveLength: i32 = 0;

@inline
function keepLive(start: i32, length: i32): void {
  liveStart = start;
  liveLength = length;
}

function narrowLive(start: i32, length: i32): void {
  const from = live + (<usize>start << 1);
  keepLive(start, length);
  let dead = 0;
  for (let i = 0; i < length; i++) dead += i32(isDead(attributeOf(from, i)));
  if (dead == 0 || start + length + (length - dead) > liveRoom()) return;
  liveStart = start + length;
  liveLength = length - dead;
  let to = live + (<usize>liveStart << 1);
  for (let i = 0; i < length; i++) {
    const attribute = attributeOf(from, i);
    if (isDead(attribute)) continue;
    store<u16>(to, <u16>attribute);
    to += 2;
  }
}

export function partitionWide(from: usize, m: i32, to: usize, leftRows: i32): void {
  partition<Wide>(from, m, to, leftRows, sides);
}

export function partitionLocal(from: usize, m: i32, to: usize, leftRows: i32): void {
  partition<Local>(from, m, to, leftRows, localSides);
}

/** Divides the lists; those of counted attributes only if there are no counts. */
@inline
function divide<T>(together: bool, from: usize, to: usize, stride: usize, m: i32, slot: i32): void {
  const step = together ? threads : 1;
  const varied = live + (<usize>liveStart << 1);
  for (let i = together ? thread : 0; i < liveLength; i += step) {
    const attribute = attributeOf(varied, i);
    if (slot >= 0 && isCounted(attribute)) continue;
    const at = <usize>attribute * stride;
    if (sizeof<T>() == 2) partitionLocal(from + at, m, to + at, leftRows);
    else partitionWide(from + at, m, to + at, leftRows);
  }
}

let next: i32 = 0;
let waiting: usize = 0;

/** Grows from a node. Together, down to nodes that become tasks for one thread each. */
@inline
function grow<T>(together: bool, m0: i32, node0: i32): void {
  for (let a = 0; a < attributes; a++) store<u16>(live + (<usize>a << 1), <u16>a);
  const counted = m0 > (together ? localRows : listRows);
  if (counted) countNode<T>(together, together ? wideRowsA : localRowsA, m0, live, attributes, 0);
  let top = push(stack, 0, m0, node0, 0, 0, attributes, counted ? 0 : NO_LISTS);
  while (top > stack) {
    leaveIfStopped();
    top -= FRAME;
    top = sizeof<T>() == 2 ? processLocal(top) : processWide(top);
  }
}

/** Splits the pending node at `frame`, if it is to be split, and pushes its branches in its place; returns the new top. */
@inline
function process<T>(together: bool, frame: usize): usize {
  const start = load<i32>(frame);
  const m = load<i32>(frame, 4);
  const node = load<i32>(frame, 8);
  const set = load<i32>(frame, 12);
  const stride = sizeof<T>() == 2 ? localStride() << 1 : wideBytes();
  const a = sizeof<T>() == 2 ? localA : listsA;
  const b = sizeof<T>() == 2 ? localB : listsB;
  const at = <usize>start * sizeof<T>();
  const from = (set ? b : a) + at;
  const to = (set ? a : b) + at;
  if (together && m <= localRows) {
    if (thread == 0) push(waiting, start, m, node, set, 0, 0, NO_LISTS);
    waiting += FRAME;
    return frame;
  }
  const liveAt = load<i32>(frame, 16);
  const liveCount = load<i32>(frame, 20);
  const varied = live + (<usize>liveAt << 1);
  const rowsA = sizeof<T>() == 2 ? localRowsA : wideRowsA;
  const rowsB = sizeof<T>() == 2 ? localRowsB : wideRowsB;
  const rows = (set ? rowsB : rowsA) + at;
  const rowsTo = (set ? rowsA : rowsB) + at;
  let slot = load<i32>(frame, 24);
  if (!together && slot == NO_LISTS) {
    makeLists(rows, m, from, stride, varied, liveCount);
    slot = LISTED;
  }
  searchNode<T>(together, from, stride, m, node, varied, liveCount, slot);
  meet(together);
  const chosen = choose(varied, liveCount);
  if (chosen < 0) {
    meet(together);
    return frame;
  }
  // Tasks need all wide lists.
  if (together) keepLive(liveAt, liveCount);
  else narrowLive(liveAt, liveCount);
  const list = from + <usize>chosen * stride;
  if (sizeof<T>() == 2) planLocal(chosen, list, m, rows, slot);
  else planWide(chosen, list, m, rows, slot);
  const left = together ? next : atomic.add<i32>(control + NODE_COUNT, 2);
  next += 2;
  if (sizeof<T>() == 2) {
    writeLocal(list, m, node, left);
    markLocal(list, m, rows);
  } else {
    if (thread == 0) writeWide(list, m, node, left);
    markWide(list, m, rows);
  }
  meet(together);
  const openLeft = isOpen(left);
  const openRight = isOpen(left + 1);
  if (!openLeft && !openRight) return frame;
  divide<T>(together, from, to, stride, m, slot);
  let slotLeft = slot;
  let slotRight = slot;
  if (slot >= 0) {
    const least = together ? localRows : listRows;
    const needsLeft = openLeft && leftRows > least;
    const needsRight = openRight && m - leftRows > least;
    const varies = live + (<usize>liveStart << 1);
    if (sizeof<T>() == 2) partitionLocal(rows, m, rowsTo, leftRows);
    else partitionWide(rows, m, rowsTo, leftRows);
    countBranches<T>(together, rowsTo, m, leftRows, needsLeft, needsRight, varies, liveLength, slot);
    slotLeft = leftSlot;
    slotRight = rightSlot;
  }
  // The branch with fewer rows is pushed last and grown first.
  const leftLast = leftRows <= m - leftRows;
  let top = frame;
  if (openLeft && !leftLast) top = push(top, start, leftRows, left, set ^ 1, liveStart, liveLength, slotLeft);
  if (openRight) {
    const at = start + leftRows;
    top = push(top, at, m - leftRows, left + 1, set ^ 1, liveStart, liveLength, slotRight);
  }
  if (openLeft && leftLast) top = push(top, start, leftRows, left, set ^ 1, liveStart, liveLength, slotLeft);
  return top;
}

/** The lists of the counted attributes of a node that is not counted. */
function makeLists(rows: usize, m: i32, lists: usize, stride: usize, live: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const attribute = attributeOf(live, i);
    if (isCounted(attribute)) listLocal(attribute, rows, m, lists + <usize>attribute * stride);
  }
}

export function processWide(frame: usize): usize {
  return process<Wide>(true, frame);
}

export function processLocal(frame: usize): usize {
  return process<Local>(false, frame);
}

/** The nodes at the top, by all threads. */
export function growTogether(): void {
  next = 1;
  waiting = tasks;
  listUsedRows(wideRowsA);
  if (isOpen(0)) grow<Wide>(true, used, 0);
  if (thread != 0) return;
  atomic.store<i32>(control + NODE_COUNT, next);
  atomic.store<i32>(control + TASK_COUNT, <i32>((waiting - tasks) / FRAME));
}

/** A subtree whose local lists are in set A. */
export function growLocal(m: i32, node: i32): void {
  grow<Local>(false, m, node);
}
