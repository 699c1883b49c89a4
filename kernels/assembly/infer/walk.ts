// Rows traverse trees of any size. A thread takes a block of rows; every tree is read once, in order, before the rows of
// a block go down it, which is faster than fetching its nodes in the order in which rows happen to need them.

import { addAnswer, addPair } from "./answer";
import { RECORD } from "./column";
import { descend, LIST_BYTES, nextFirst, TOGETHER } from "./descend";
import { turn } from "./encode";
import { hasGap } from "./gaps";
import { answerAt, bytesOf, isOnCells, Narrow, OnCells, OnCellsLevels, Wide, WideLevels } from "./node";
import {
  blockRowsOf,
  columnCountOf,
  columnsOf,
  groupCountOf,
  groupEnd,
  groupStart,
  leavesOf,
  noteGap,
  outputsOf,
  rootOf,
  rowsOf,
  scratchOf,
  setsOf,
  strideOf,
  sumsOf,
  takeBlock,
  valuesOf,
  watchedDistanceOf,
  weightsOf,
  widthOf,
} from "./plan";

/** A thread's scratch: the number of first steps, the list of rows, the nodes reached; then the codes of a block. */
const LIST: usize = 64;
const FOUND: usize = LIST + LIST_BYTES;
const CODES: usize = FOUND + LIST_BYTES;
const FIRST_STEPS: i32 = 8;

export function walkNarrow(thread: i32, threads: i32, plan: usize): void {
  walkBlocks<Narrow>(plan, scratchOf(plan, thread));
}

export function walkWide(thread: i32, threads: i32, plan: usize): void {
  walkBlocks<Wide>(plan, scratchOf(plan, thread));
}

export function walkLevels(thread: i32, threads: i32, plan: usize): void {
  walkBlocks<WideLevels>(plan, scratchOf(plan, thread));
}

/** On cells: `columnsOf` is where the columns of cells begin, `strideOf` the bytes from a row's cell to the next. */
export function walkCells(thread: i32, threads: i32, plan: usize): void {
  walkBlocks<OnCells>(plan, scratchOf(plan, thread));
}

export function walkCellLevels(thread: i32, threads: i32, plan: usize): void {
  walkBlocks<OnCellsLevels>(plan, scratchOf(plan, thread));
}

function walkBlocks<N>(plan: usize, scratch: usize): void {
  store<i32>(scratch, FIRST_STEPS);
  for (;;) {
    const first = takeBlock(plan) * blockRowsOf(plan);
    if (first >= rowsOf(plan)) return;
    const count = min(blockRowsOf(plan), rowsOf(plan) - first);
    if (isOnCells<N>()) watchGaps(plan, first, count);
    for (let g = 0; g < groupCountOf(plan); g++) {
      const rows = isOnCells<N>() ? columnsOf(plan) + (<usize>first << 3) : turned(plan, g, first, count, scratch);
      for (let tree = groupStart(plan, g); tree < groupEnd(plan, g); tree++) {
        walkTree<N>(plan, tree, rows, first, count, scratch);
      }
    }
  }
}

/** The codes of levels are ordinary numbers. */
function watchGaps(plan: usize, first: i32, count: i32): void {
  const distance = watchedDistanceOf(plan);
  if (distance == 0) return;
  const end = columnsOf(plan) + distance * <usize>columnCountOf(plan);
  for (let column = columnsOf(plan); column < end; column += distance) {
    if (hasGap(column + (<usize>first << 3), count)) noteGap(plan);
  }
}

function turned(plan: usize, group: i32, first: i32, count: i32, scratch: usize): usize {
  const columns = columnCountOf(plan);
  const records = columnsOf(plan) + <usize>(group * columns) * RECORD;
  turn(records, columns, first, count, scratch + CODES, strideOf(plan));
  return scratch + CODES;
}

/** One tree's part of the sums of a block, or the leaves that its rows reach. */
function walkTree<N>(plan: usize, tree: i32, rows: usize, first: i32, count: i32, scratch: usize): void {
  const root = rootOf(plan, tree);
  const found = scratch + FOUND;
  if (count >= TOGETHER) store<u32>(scratch, readThrough(root, rootOf(plan, tree + 1)), 8);
  let steps = load<i32>(scratch);
  for (let i = 0; i < count; i += TOGETHER) {
    const m = min(TOGETHER, count - i);
    const at = rows + <usize>i * strideOf(plan);
    const left = descend<N>(root, at, strideOf(plan), m, found, scratch + LIST, steps, setsOf(plan));
    steps = nextFirst(steps, left, m);
    if (leavesOf(plan) != 0) putLeaves<N>(found, m, leavesOf(plan) + (<usize>(first + i) << 2));
    else addLeaves<N>(plan, tree, found, first + i, m);
  }
  store<i32>(scratch, steps);
}

/** The sum of a word per cache line: stored, so that the reading is not optimised away. */
export function readThrough(from: usize, to: usize): u32 {
  let sum: u32 = 0;
  for (let at = from; at < to; at += 64) sum += load<u32>(at);
  return sum;
}

function putLeaves<N>(found: usize, count: i32, to: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) store<u32>(to + (i << 2), answerAt<N>(load<u32>(found + (i << 2))));
}

function addLeaves<N>(plan: usize, tree: i32, found: usize, first: i32, count: i32): void {
  const width = widthOf(plan);
  const outputs = outputsOf(plan);
  const values = valuesOf(plan);
  const weight = load<f64>(weightsOf(plan) + (<usize>tree << 3));
  const apart = <usize>(outputs * width) << 3;
  let sum = sumsOf(plan) + <usize>first * apart + (<usize>(tree % outputs) * <usize>width << 3);
  const end = found + (<usize>count << 2);
  if (width == 1) {
    for (let at = found; at < end; at += 4, sum += apart) {
      addAnswer(sum, values + (<usize>answerAt<N>(load<u32>(at)) << 3), 1, weight);
    }
  } else if (width == 2) {
    for (let at = found; at < end; at += 4, sum += apart) {
      addPair(sum, values + (<usize>answerAt<N>(load<u32>(at)) << 4), weight);
    }
  } else {
    for (let at = found; at < end; at += 4, sum += apart) {
      addAnswer(sum, values + (<usize>answerAt<N>(load<u32>(at)) * <usize>width << 3), width, weight);
    }
  }
}
