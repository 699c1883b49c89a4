import { take } from "./arena";
import { attributes, cellsOf, isWide, perNode, singlesOf } from "./params";

// The cells of a few attributes of a node's rows, contiguous by row: singles if every cell of the table is one, otherwise
// doubles. Up to four vectors hold those of a row; most operations cost no more for all these attributes than for one. The
// rows are a list of entries of eight bytes: the row's number (u32), and its mass (u32).

/** Attributes that are examined together: lanes. */
export let mostLanes: i32 = 0;
/** By entry and lane: the cell. */
export let nodeCells: usize = 0;
/** The distance from one entry's cells to the next's. */
export let nodeStep: usize = 0;
/** By lane: the least and the greatest known cell (f64). */
export let lows: usize = 0;
export let highs: usize = 0;
/** By lane: where the cells of its attribute begin (u32). */
let columns: usize = 0;

/** Cells are read from the whole table, by attribute, or from a block, by row. */
let block: usize = 0;
/** The distance from one row's cell to the next's. */
let rowStep: usize = 0;

/** Bytes of a cell, as a shift. */
@inline
export function cellShift(): usize {
  return isWide ? 3 : 2;
}

@inline
export function rowBytes(): usize {
  return <usize>attributes << cellShift();
}

export function takeCells(rows: i32): void {
  mostLanes = min(perNode, 8);
  // Vectors are written and read whole.
  nodeCells = take(((<usize>rows * <usize>mostLanes) << cellShift()) + 64);
  lows = take(64);
  highs = take(64);
  columns = take(32);
}

/** Reads cells from the block at `from`; 0: from the table. */
export function useBlock(from: usize): void {
  block = from;
  rowStep = from ? rowBytes() : <usize>1 << cellShift();
}

/** The attribute whose cells go to a lane. */
@inline
export function setLane(lane: i32, a: i32): void {
  const column = block ? block + (<usize>a << cellShift()) : isWide ? cellsOf(a) : singlesOf(a);
  store<u32>(columns + (<usize>lane << 2), <u32>column);
}

@inline
function columnOf(lane: usize): usize {
  return <usize>load<u32>(columns + (lane << 2));
}

/** The cell of a lane of the entry whose cells begin at `at`. */
@inline
export function cellAt(at: usize, lane: i32): f64 {
  const cell = at + (<usize>lane << cellShift());
  return isWide ? load<f64>(cell) : <f64>load<f32>(cell);
}

/** Gathers the cells of this many lanes, and finds their ranges. */
export function gatherCells(entries: usize, n: i32, lanes: i32): void {
  nodeStep = <usize>lanes << cellShift();
  if (isWide) return gatherWide(entries, n, lanes);
  if (lanes == 1) gatherSingles(1, entries, n);
  else if (lanes == 2) gatherSingles(2, entries, n);
  else if (lanes == 3) gatherSingles(3, entries, n);
  else if (lanes == 4) gatherSingles(4, entries, n);
  else if (lanes == 5) gatherSingles(5, entries, n);
  else if (lanes == 6) gatherSingles(6, entries, n);
  else if (lanes == 7) gatherSingles(7, entries, n);
  else gatherSingles(8, entries, n);
}

function gatherWide(entries: usize, n: i32, lanes: i32): void {
  if (lanes == 1) gatherDoubles(1, entries, n);
  else if (lanes == 2) gatherDoubles(2, entries, n);
  else if (lanes == 3) gatherDoubles(3, entries, n);
  else if (lanes == 4) gatherDoubles(4, entries, n);
  else if (lanes == 5) gatherDoubles(5, entries, n);
  else if (lanes == 6) gatherDoubles(6, entries, n);
  else if (lanes == 7) gatherDoubles(7, entries, n);
  else gatherDoubles(8, entries, n);
}

/** A loop per number of lanes, which is a constant where this is inlined. Comparisons skip NaN. */
@inline
function gatherSingles(lanes: i32, entries: usize, n: i32): void {
  const c0 = columnOf(0);
  const c1 = columnOf(1);
  const c2 = columnOf(2);
  const c3 = columnOf(3);
  const c4 = columnOf(4);
  const c5 = columnOf(5);
  const c6 = columnOf(6);
  const c7 = columnOf(7);
  const step = rowStep;
  let low = f32x4.splat(Infinity);
  let lowB = low;
  let high = f32x4.splat(-Infinity);
  let highB = high;
  const end = entries + (<usize>n << 3);
  let to = nodeCells;
  for (let at = entries; at < end; at += 8) {
    const row = <usize>load<u32>(at) * step;
    let four = v128.load32_zero(c0 + row);
    if (lanes > 1) four = v128.load32_lane(c1 + row, four, 1);
    if (lanes > 2) four = v128.load32_lane(c2 + row, four, 2);
    if (lanes > 3) four = v128.load32_lane(c3 + row, four, 3);
    v128.store(to, four);
    low = f32x4.pmin(low, four);
    high = f32x4.pmax(high, four);
    if (lanes > 4) {
      let more = v128.load32_zero(c4 + row);
      if (lanes > 5) more = v128.load32_lane(c5 + row, more, 1);
      if (lanes > 6) more = v128.load32_lane(c6 + row, more, 2);
      if (lanes > 7) more = v128.load32_lane(c7 + row, more, 3);
      v128.store(to, more, 16);
      lowB = f32x4.pmin(lowB, more);
      highB = f32x4.pmax(highB, more);
    }
    to += <usize>lanes << 2;
  }
  storeSingles(lows, low);
  storeSingles(highs, high);
  if (lanes <= 4) return;
  storeSingles(lows + 32, lowB);
  storeSingles(highs + 32, highB);
}

/** Four singles as doubles. */
@inline
function storeSingles(to: usize, four: v128): void {
  v128.store(to, f64x2.promote_low_f32x4(four));
  const upper = i8x16.shuffle(four, four, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
  v128.store(to, f64x2.promote_low_f32x4(upper), 16);
}

@inline
function gatherDoubles(lanes: i32, entries: usize, n: i32): void {
  const c0 = columnOf(0);
  const c1 = columnOf(1);
  const c2 = columnOf(2);
  const c3 = columnOf(3);
  const c4 = columnOf(4);
  const c5 = columnOf(5);
  const c6 = columnOf(6);
  const c7 = columnOf(7);
  const step = rowStep;
  let low0 = f64x2.splat(Infinity);
  let low1 = low0;
  let low2 = low0;
  let low3 = low0;
  let high0 = f64x2.splat(-Infinity);
  let high1 = high0;
  let high2 = high0;
  let high3 = high0;
  const end = entries + (<usize>n << 3);
  let to = nodeCells;
  for (let at = entries; at < end; at += 8) {
    const row = <usize>load<u32>(at) * step;
    const two = twoDoubles(lanes, row, c0, c1);
    v128.store(to, two);
    low0 = f64x2.pmin(low0, two);
    high0 = f64x2.pmax(high0, two);
    if (lanes > 2) {
      const more = twoDoubles(lanes - 2, row, c2, c3);
      v128.store(to, more, 16);
      low1 = f64x2.pmin(low1, more);
      high1 = f64x2.pmax(high1, more);
    }
    if (lanes > 4) {
      const more = twoDoubles(lanes - 4, row, c4, c5);
      v128.store(to, more, 32);
      low2 = f64x2.pmin(low2, more);
      high2 = f64x2.pmax(high2, more);
    }
    if (lanes > 6) {
      const more = twoDoubles(lanes - 6, row, c6, c7);
      v128.store(to, more, 48);
      low3 = f64x2.pmin(low3, more);
      high3 = f64x2.pmax(high3, more);
    }
    to += <usize>lanes << 3;
  }
  storeDoubles(lows, low0, low1, low2, low3);
  storeDoubles(highs, high0, high1, high2, high3);
}

@inline
function twoDoubles(lanes: i32, row: usize, c0: usize, c1: usize): v128 {
  const one = v128.load64_zero(c0 + row);
  return lanes > 1 ? v128.load64_lane(c1 + row, one, 1) : one;
}

@inline
function storeDoubles(to: usize, v0: v128, v1: v128, v2: v128, v3: v128): void {
  v128.store(to, v0);
  v128.store(to, v1, 16);
  v128.store(to, v2, 32);
  v128.store(to, v3, 48);
}
