import { take } from "../common/bump";
import { cellsHere, rowStep } from "./blocks";

// The cells of a few attributes of a node's rows, contiguous by row, one lane of 32 bits per test. Most operations cost
// no more for all lanes of a vector than for one.

/** Lanes of two vectors. */
export const MOST_LANES: i32 = 8;

/** By entry and lane: the cell (i32). */
export let laneCells: usize = 0;
/** The distance from one entry's cells to the next's. */
export let laneStep: usize = 0;
/** By lane: the least and the greatest known cell, and the bits of all cells (i32). A missing -1 is the greatest unsigned. */
let lows: usize = 0;
let highs: usize = 0;
let bits: usize = 0;
/** By lane: where the cells of its attribute begin (u32). */
let starts: usize = 0;

export function takeLanes(rows: i32): void {
  // What follows the last lane is read, too.
  laneCells = take((<usize>rows << 5) + 16);
  lows = take(32);
  highs = take(32);
  bits = take(32);
  starts = take(32);
}

/** The attribute whose cells go to a lane: the first or the second of a row. */
@inline
export function setLane(lane: i32, a: i32, part: i32): void {
  store<u32>(starts + (<usize>lane << 2), <u32>cellsHere(a, part));
}

@inline
export function lowOf(lane: i32): i32 {
  return load<i32>(lows + (<usize>lane << 2));
}

@inline
export function highOf(lane: i32): i32 {
  return load<i32>(highs + (<usize>lane << 2));
}

@inline
export function bitsOf(lane: i32): i32 {
  return load<i32>(bits + (<usize>lane << 2));
}

/** Gathers the cells of this many lanes, and finds their ranges. */
export function gatherLanes(entries: usize, n: i32, lanes: i32): void {
  laneStep = lanes > 4 ? 32 : 16;
  if (lanes == 1) gather1(entries, n);
  else if (lanes == 2) gather2(entries, n);
  else if (lanes == 3) gather3(entries, n);
  else if (lanes == 4) gather4(entries, n);
  else if (lanes == 5) gather5(entries, n);
  else if (lanes == 6) gather6(entries, n);
  else if (lanes == 7) gather7(entries, n);
  else gather8(entries, n);
}

// Separate functions are compiled, and optimised, when they are first used.

function gather1(entries: usize, n: i32): void {
  gatherOf(1, entries, n);
}

function gather2(entries: usize, n: i32): void {
  gatherOf(2, entries, n);
}

function gather3(entries: usize, n: i32): void {
  gatherOf(3, entries, n);
}

function gather4(entries: usize, n: i32): void {
  gatherOf(4, entries, n);
}

function gather5(entries: usize, n: i32): void {
  gatherOf(5, entries, n);
}

function gather6(entries: usize, n: i32): void {
  gatherOf(6, entries, n);
}

function gather7(entries: usize, n: i32): void {
  gatherOf(7, entries, n);
}

function gather8(entries: usize, n: i32): void {
  gatherOf(8, entries, n);
}

@inline
function startOf(lane: usize): usize {
  return <usize>load<u32>(starts + (lane << 2));
}

/** `lanes` is a constant where this is inlined. */
@inline
function gatherOf(lanes: i32, entries: usize, n: i32): void {
  const c0 = startOf(0);
  const c1 = startOf(1);
  const c2 = startOf(2);
  const c3 = startOf(3);
  const c4 = startOf(4);
  const c5 = startOf(5);
  const c6 = startOf(6);
  const c7 = startOf(7);
  const step = rowStep;
  let low = i32x4.splat(-1);
  let lowB = low;
  let high = low;
  let highB = low;
  let any = i32x4.splat(0);
  let anyB = any;
  const end = entries + (<usize>n << 3);
  let to = laneCells;
  for (let at = entries; at < end; at += 8) {
    const row = <usize>load<u32>(at) * step;
    let four = v128.load32_zero(c0 + row);
    if (lanes > 1) four = v128.load32_lane(c1 + row, four, 1);
    if (lanes > 2) four = v128.load32_lane(c2 + row, four, 2);
    if (lanes > 3) four = v128.load32_lane(c3 + row, four, 3);
    v128.store(to, four);
    low = i32x4.min_u(low, four);
    high = i32x4.max_s(high, four);
    any = v128.or(any, four);
    if (lanes > 4) {
      let more = v128.load32_zero(c4 + row);
      if (lanes > 5) more = v128.load32_lane(c5 + row, more, 1);
      if (lanes > 6) more = v128.load32_lane(c6 + row, more, 2);
      if (lanes > 7) more = v128.load32_lane(c7 + row, more, 3);
      v128.store(to, more, 16);
      lowB = i32x4.min_u(lowB, more);
      highB = i32x4.max_s(highB, more);
      anyB = v128.or(anyB, more);
    }
    to += lanes > 4 ? 32 : 16;
  }
  v128.store(lows, low);
  v128.store(highs, high);
  v128.store(bits, any);
  if (lanes <= 4) return;
  v128.store(lows, lowB, 16);
  v128.store(highs, highB, 16);
  v128.store(bits, anyB, 16);
}
