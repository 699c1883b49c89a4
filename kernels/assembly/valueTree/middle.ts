// A task: the subtree of a node of at most `middleRows` rows, grown by one thread from lists of u16 numbers.
import {
  middleRows as rowTable,
  middleUnits,
  middleWeights,
  moved,
  narrow,
  OPEN_BYTES,
  otherNarrow,
  packPairs,
  results,
  sides,
  stack,
} from "./arena";
import { codeColumn } from "./codes";
import { settle, sideOf } from "./divide";
import { at, rowOf, unitOf, useTables, weightOf } from "./entries";
import { job } from "./job";
import { examine, Sums, sumUp } from "./look";
import { writeNode, writeSkip, writeSplit } from "./nodes";
import { scan } from "./scan";
import { choose, resultOf, startNode } from "./seek";
import { smallTask } from "./small";

/** Slot of the next node of this thread's task. */
let nextSlot: i32 = 0;

export function takeSlot(): i32 {
  return nextSlot++;
}

/** Slot of the next test of this thread's task. */
let nextSplit: i32 = 0;

export function takeSplit(): i32 {
  return nextSplit++;
}

/** The slot that is taken next. */
export function slotsTaken(): i32 {
  return nextSlot;
}

/** Bytes from one attribute's list to the next. */
let stride: usize = 0;

@unmanaged
class Open {
  start: u16;
  rows: u16;
  depth: i32;
  /** The slot of its parent, if it is the right branch; otherwise -1. */
  parent: i32;
  /** Which of the two sets of lists it is in. */
  turn: i32;
}

function push(top: usize, start: i32, rows: i32, depth: i32, parent: i32, turn: i32): usize {
  const open = changetype<Open>(top);
  open.start = <u16>start;
  open.rows = <u16>rows;
  open.depth = depth;
  open.parent = parent;
  open.turn = turn;
  return top + OPEN_BYTES;
}

/** Grows the subtree of the wide lists' entries [start, start + count); returns its number of nodes. */
export function middleTask(lists: usize, start: i32, count: i32, depth: i32, sums: Sums): i32 {
  load16(lists + (<usize>start << 3), count);
  const base = 2 * start;
  nextSlot = base;
  nextSplit = start;
  let top = push(stack, 0, count, depth, -1, 0);
  while (top > stack) {
    top -= OPEN_BYTES;
    const open = changetype<Open>(top);
    const first = <i32>open.start;
    const rows = <i32>open.rows;
    const level = open.depth;
    const turn = open.turn;
    if (open.parent >= 0) writeSkip(open.parent, nextSlot - open.parent);
    const from = (turn ? otherNarrow : narrow) + (<usize>first << 1);
    if (rows <= job.smallRows) {
      smallTask(from, stride, rows, level, sums);
      useTables(middleUnits, middleWeights, rowTable, job.table);
      continue;
    }
    const slot = takeSlot();
    sumUp<u16>(from, rows, sums);
    writeNode(slot, rows, sums);
    if (!examine(sums, level)) continue;
    startNode();
    for (let a = 0; a < job.attributes; a++) scan<u16>(from + <usize>a * stride, rows, a, results);
    const chosen = choose(results);
    if (chosen < 0) continue;
    const left = split(from, rows, chosen, slot, (turn ? narrow : otherNarrow) + (<usize>first << 1));
    top = push(top, first + left, rows - left, level + 1, slot, 1 - turn);
    top = push(top, first, left, level + 1, -1, 1 - turn);
  }
  return nextSlot - base;
}

/** Numbers the task's rows in the order of its first list, and copies every list as numbers. */
function load16(wide: usize, count: i32): void {
  const numbers = job.numbers;
  for (let i = 0; i < count; i++) {
    const row = rowOf<u64>(wide, i);
    store<u16>(numbers + (row << 1), <u16>i);
    store<u32>(rowTable + (<usize>i << 2), <u32>row);
    store<f64>(middleUnits + (<usize>i << 3), unitOf<u64>(wide, i));
    store<f64>(middleWeights + (<usize>i << 3), weightOf<u64>(wide, i));
  }
  useTables(middleUnits, middleWeights, rowTable, job.table);
  loadCodes(count);
  stride = <usize>((count + 47) & ~15) << 1;
  const mask = ((<u64>1) << <u64>job.rowBits) - 1;
  for (let a = 0; a < job.attributes; a++) {
    const list = wide + ((<usize>a * <usize>job.n) << 3);
    const end = at<u64>(list, count);
    let out = narrow + <usize>a * stride;
    for (let e = list; e < end; e += 8) {
      store<u16>(out, load<u16>(numbers + (<usize>(load<u64>(e) & mask) << 1)));
      out += 2;
    }
  }
}

/** Copies the codes of the task's rows, by their numbers. */
function loadCodes(count: i32): void {
  for (let place = 0; place < job.nominal; place++) {
    const codes = codeColumn<u64>(place);
    const into = codeColumn<u16>(place);
    for (let i: usize = 0; i < <usize>count; i++) {
      store<u16>(into + (i << 1), load<u16>(codes + (<usize>load<u32>(rowTable + (i << 2)) << 1)));
    }
  }
}

/** Divides the node's entries in every list; returns how many go left. */
function split(from: usize, rows: i32, chosen: i32, slot: i32, to: usize): i32 {
  const list = from + <usize>chosen * stride;
  const result = resultOf(results, chosen);
  const left = settle<u16>(list, rows, chosen, result);
  writeSplit<u16>(slot, takeSplit(), list, chosen, result);
  for (let i = 0; i < rows; i++) {
    store<u8>(sides + <usize>load<u16>(at<u16>(list, i)), <u8>sideOf<u16>(list, i));
  }
  for (let a = 0; a < job.attributes; a++) {
    const offset = <usize>a * stride;
    if (rows - left < 8) divideFew(from + offset, rows, to + offset, to + offset + (<usize>left << 1));
    else divideMany(from + offset, rows, to + offset);
  }
  return left;
}

@inline
function sideAt(entry: usize): u32 {
  return <u32>load<u8>(sides + <usize>load<u16>(entry));
}

/** One by one: the left side to `left`, the right side to `right`. No branch that could be mispredicted. */
@inline
function divideEach(from: usize, end: usize, left: usize, right: usize): usize {
  let l = left;
  let r = right;
  for (let e = from; e < end; e += 2) {
    const entry = load<u16>(e);
    const toRight = <usize>sideAt(e);
    store<u16>(l ^ ((l ^ r) & (0 - toRight)), entry);
    r += toRight << 1;
    l += 2 - (toRight << 1);
  }
  return l;
}

function divideFew(from: usize, rows: i32, left: usize, right: usize): void {
  divideEach(from, at<u16>(from, rows), left, right);
}

/** Eight at a time. Writes past the left side; the right side, of at least eight, then overwrites that. */
function divideMany(from: usize, rows: i32, to: usize): void {
  let l = to;
  let r = moved;
  const eights = at<u16>(from, rows & ~7);
  let e = from;
  for (; e < eights; e += 16) {
    const entries = v128.load(e);
    const low = sideAt(e) | (sideAt(e + 2) << 1) | (sideAt(e + 4) << 2) | (sideAt(e + 6) << 3);
    const high = sideAt(e + 8) | (sideAt(e + 10) << 1) | (sideAt(e + 12) << 2) | (sideAt(e + 14) << 3);
    const mask = low | (high << 4);
    const toRight = <usize>i32.popcnt(mask) << 1;
    v128.store(l, i8x16.swizzle(entries, v128.load(packPairs + (<usize>(mask ^ 255) << 4))));
    v128.store(r, i8x16.swizzle(entries, v128.load(packPairs + (<usize>mask << 4))));
    l += 16 - toRight;
    r += toRight;
  }
  const end = at<u16>(from, rows);
  const rest = end - e;
  const last = divideEach(e, end, l, r);
  memory.copy(last, moved, r - moved + rest - (last - l));
}
