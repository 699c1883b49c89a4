// The top of the tree, one node after another: attributes are distributed among the threads. Nodes of at most
// `middleRows` rows become tasks.
import { barrier } from "../common/barrier";
import { leaveIfStopped } from "../common/control";
import { settle, sideOf } from "./divide";
import { at, rowOf, useTables } from "./entries";
import { BARRIER, FAILED, isNominal, job, NEXT_DIVISION, NEXT_SCAN, SEGMENTS, thread, threads } from "./job";
import { addSide } from "./levels";
import { addUp, clear, examine, Sums, sumUp } from "./look";
import { writeNode, writeSplit } from "./nodes";
import { scan } from "./scan";
import { choose, Result, resultOf, startNode } from "./seek";

/** A pending node. All threads process the same nodes in the same order; they share the sums of each. */
@unmanaged
class Open {
  weight: f64;
  first: f64;
  second: f64;
  lowest: f64;
  highest: f64;
  start: i32;
  rows: i32;
  depth: i32;
  /** The segment of its parent, if it is the right branch; otherwise -1. */
  parent: i32;

  @inline
  sums(): Sums {
    return changetype<Sums>(changetype<usize>(this));
  }
}

const OPEN_BYTES: usize = 64;

/** Nodes that are contiguous in the result, in preorder: one split of the top, or a whole task. */
@unmanaged
export class Segment {
  slot: i32;
  nodes: i32;
  /** The segment of the right branch; 0 if there is none. */
  right: i32;
  start: i32;
  /** Of a task; otherwise 0. */
  rows: i32;
  depth: i32;
}

export const SEGMENT_BYTES: usize = 24;

@inline
export function segmentAt(i: i32): Segment {
  return changetype<Segment>(job.segments + <usize>i * SEGMENT_BYTES);
}

@inline
function listOf(lists: usize, attribute: i32): usize {
  return lists + ((<usize>attribute * <usize>job.n) << 3);
}

/** How often the threads have distributed scans, and divisions. */
let scans: i32 = 0;
let divisions: i32 = 0;

/** The next piece of work for this thread, of `count` in the `turn`th distribution: each thread takes one too many. */
@inline
function nextOf(counter: usize, count: i32, turn: i32): i32 {
  return atomic.add<i32>(job.control + counter, 1) - turn * (count + threads);
}

@inline
function wait(): void {
  barrier(job.control + BARRIER, threads);
}

/** Divides nodes until they are tasks. Every thread runs it on the same nodes. */
export function growTop(): void {
  scans = 0;
  divisions = 0;
  // Wide entries need no other tables.
  useTables(0, 0, 0, job.table);
  wait();
  if (thread == 0) {
    sumUp<u64>(job.lists, job.n, openAt(0).sums());
    fillOpen(0, 0, job.n, job.depth, -1);
  }
  wait();
  let segments = 0;
  for (let top = 1; top > 0; ) {
    leaveIfStopped();
    top--;
    if (top + 2 > job.openRoom || segments >= job.segmentRoom) {
      atomic.store<i32>(job.control + FAILED, 2);
      break;
    }
    const open = openAt(top);
    const isTask = open.rows <= job.middleRows;
    if (thread == 0) fillSegment(segments, open, isTask);
    if (!isTask && divideNode(open, top, segments)) top += 2;
    segments++;
  }
  wait();
  if (thread == 0) atomic.store<i32>(job.control + SEGMENTS, segments);
  wait();
}

@inline
function openAt(i: i32): Open {
  return changetype<Open>(job.open + <usize>i * OPEN_BYTES);
}

function fillOpen(i: i32, start: i32, rows: i32, depth: i32, parent: i32): void {
  const open = openAt(i);
  open.start = start;
  open.rows = rows;
  open.depth = depth;
  open.parent = parent;
}

function fillSegment(i: i32, open: Open, isTask: bool): void {
  const segment = segmentAt(i);
  segment.slot = 2 * open.start;
  segment.nodes = 1;
  segment.right = 0;
  segment.start = open.start;
  segment.rows = isTask ? open.rows : 0;
  segment.depth = open.depth;
  if (open.parent >= 0) segmentAt(open.parent).right = i;
}

/** The lists that contain a node of this depth. */
@inline
export function listsAt(depth: i32): usize {
  return (depth - job.depth) & 1 ? job.otherLists : job.lists;
}

/** Splits a node and pushes its branches at `top`, the left one last; false if it is a leaf. */
function divideNode(open: Open, top: i32, segment: i32): bool {
  const start = open.start;
  const rows = open.rows;
  const depth = open.depth;
  const from = listsAt(depth) + (<usize>start << 3);
  const open1 = examine(open.sums(), depth);
  if (thread == 0) writeNode(2 * start, rows, open.sums());
  if (!open1) return false;
  startNode();
  for (;;) {
    const a = nextOf(NEXT_SCAN, job.attributes, scans);
    if (a >= job.attributes) break;
    scan<u64>(listOf(from, a), rows, a, job.results);
  }
  scans++;
  wait();
  const chosen = choose(job.results);
  if (chosen < 0) {
    wait();
    return false;
  }
  const list = listOf(from, chosen);
  const result = resultOf(job.results, chosen);
  const left = settle<u64>(list, rows, chosen, result);
  if (thread == 0) moveToSplit(segment, start, left, rows, open.sums());
  if (thread == 0) writeSplit<u64>(2 * (start + left) - 1, start + left - 1, list, chosen, result);
  const begin = <i32>((<i64>rows * thread) / threads);
  const end = <i32>((<i64>rows * (thread + 1)) / threads);
  markSides(list, begin, end);
  wait();
  divideLists(start, rows, left, depth, top, chosen, result);
  if (thread == 0) {
    fillOpen(top, start + left, rows - left, depth + 1, segment);
    fillOpen(top + 1, start, left, depth + 1, -1);
  }
  divisions++;
  wait();
  return true;
}

/** A split of the top has a slot that no task can use: the last of those for the rows on its left. */
function moveToSplit(segment: i32, start: i32, left: i32, rows: i32, sums: Sums): void {
  const slot = 2 * (start + left) - 1;
  segmentAt(segment).slot = slot;
  writeNode(slot, rows, sums);
}

/** Distributes the attributes' lists, and the sums of the branches that will be processed here. */
function divideLists(start: i32, rows: i32, left: i32, depth: i32, top: i32, chosen: i32, result: Result): void {
  const from = listsAt(depth) + (<usize>start << 3);
  const to = listsAt(depth + 1) + (<usize>start << 3);
  const list = listOf(from, chosen);
  const work = job.attributes + 2;
  for (;;) {
    const i = nextOf(NEXT_DIVISION, work, divisions);
    if (i >= work) return;
    if (i >= 2) divideList(listOf(from, i - 2), rows, listOf(to, i - 2), left);
    else if (i == 0) sumSide(list, rows, 1, rows - left, chosen, result, openAt(top).sums());
    else sumSide(list, rows, 0, left, chosen, result, openAt(top + 1).sums());
  }
}

/** Records the sides of the rows of entries [begin, end). */
export function markSides(list: usize, begin: i32, end: i32): void {
  for (let i = begin; i < end; i++) store<u8>(job.side + rowOf<u64>(list, i), <u8>sideOf<u64>(list, i));
}

/** Stable. No branch that could be mispredicted: each entry is written once. */
export function divideList(from: usize, rows: i32, to: usize, left: i32): void {
  const side = job.side;
  const mask = ((<u64>1) << <u64>job.rowBits) - 1;
  let l = to;
  let r = at<u64>(to, left);
  const end = at<u64>(from, rows);
  let e = from;
  for (; e + 24 < end; e += 32) {
    const e0 = load<u64>(e);
    const e1 = load<u64>(e, 8);
    const e2 = load<u64>(e, 16);
    const e3 = load<u64>(e, 24);
    const s0 = <usize>load<u8>(side + <usize>(e0 & mask)) << 3;
    const s1 = <usize>load<u8>(side + <usize>(e1 & mask)) << 3;
    const s2 = <usize>load<u8>(side + <usize>(e2 & mask)) << 3;
    const s3 = <usize>load<u8>(side + <usize>(e3 & mask)) << 3;
    store<u64>(s0 ? r : l, e0);
    r += s0;
    l += 8 - s0;
    store<u64>(s1 ? r : l, e1);
    r += s1;
    l += 8 - s1;
    store<u64>(s2 ? r : l, e2);
    r += s2;
    l += 8 - s2;
    store<u64>(s3 ? r : l, e3);
    r += s3;
    l += 8 - s3;
  }
  for (; e < end; e += 8) {
    const entry = load<u64>(e);
    const toRight = <usize>load<u8>(side + <usize>(entry & mask)) << 3;
    store<u64>(toRight ? r : l, entry);
    r += toRight;
    l += 8 - toRight;
  }
}

/** The sums of one side's rows: those of a threshold are contiguous in the list of its attribute. */
function sumSide(list: usize, rows: i32, side: u32, count: i32, chosen: i32, result: Result, into: Sums): void {
  if (count <= job.middleRows) return;
  clear(into);
  if (isNominal(chosen)) addSide<u64>(list, side == 0, into);
  else if (side == 0) addUp<u64>(list, 0, result.cut, into);
  else addUp<u64>(list, result.cut, result.known, into);
  if (result.known < rows && sideOf<u64>(list, result.known) == side) addUp<u64>(list, result.known, rows, into);
}
