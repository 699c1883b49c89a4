// Sums of gradients and hessians by attribute and bin: a cell is both in one i64, see kernels/assembly/boost/tally.ts.

import { codes, count, gradientsFor, slotAt, undrawn } from "./block";
import {
  all,
  entriesOf,
  field,
  mask,
  narrow,
  output,
  ownCounts,
  ownTallies,
  shift,
  startsOf,
  stride,
  tallies,
  tallyBytes,
  tallyOf,
  wide,
  wideCells,
} from "./plan";

/** Bytes of a narrow attribute's cells. */
const CELLS: usize = 2048;

@inline
function bump(cells: usize, bin: usize, cell: i64): void {
  const at = cells + (bin << 3);
  store<i64>(at, load<i64>(at) + cell);
}

@inline
function cellOf(gradient: u32): i64 {
  return (<i64>(<i32>gradient >> field) << shift) + <i64>(gradient & ((1 << field) - 1));
}

/** Adds a row to the cells of every attribute. */
@inline
function addAll(row: usize, cells: usize, cell: i64): void {
  let at = row;
  let to = cells;
  const fours = row + <usize>(narrow & ~3);
  for (; at < fours; at += 4) {
    bump(to, load<u8>(at), cell);
    bump(to + CELLS, load<u8>(at, 1), cell);
    bump(to + 2 * CELLS, load<u8>(at, 2), cell);
    bump(to + 3 * CELLS, load<u8>(at, 3), cell);
    to += 4 * CELLS;
  }
  for (const end = row + <usize>narrow; at < end; at++) {
    bump(to, load<u8>(at), cell);
    to += CELLS;
  }
  for (let a: usize = 0; a < <usize>wide; a++) {
    bump(cells + <usize>load<u32>(wideCells + (a << 2)), load<u16>(at + (a << 1)), cell);
  }
}

/** The same of those attributes that the mask has. */
function addSome(row: usize, cells: usize, cell: i64): void {
  for (let a: usize = 0; a < <usize>narrow; a++) {
    if (load<u8>(mask + a) != 0) bump(cells + a * CELLS, load<u8>(row + a), cell);
  }
  const first = row + <usize>narrow;
  for (let a: usize = 0; a < <usize>wide; a++) {
    if (load<u8>(mask + <usize>narrow + a) == 0) continue;
    bump(cells + <usize>load<u32>(wideCells + (a << 2)), load<u16>(first + (a << 1)), cell);
  }
}

@inline
function add(row: i32, cells: usize, gradient: u32): void {
  // Rows that a model of classes is sure of add nothing on the grid.
  if (gradient == 0) return;
  const at = codes + <usize>row * stride;
  if (all) addAll(at, cells, cellOf(gradient));
  else addSome(at, cells, cellOf(gradient));
}

/** A tree begins: the drawn rows of the block in their order. Its last cell has the sum of all. */
export function tallyFresh(thread: i32): void {
  const cells = ownTallies(thread);
  const gradients = gradientsFor(output);
  const bit = undrawn();
  let drawn = 0;
  let sum: i64 = 0;
  for (let row = 0; row < count; row++) {
    if ((slotAt(row) & bit) != 0) continue;
    const gradient = load<u32>(gradients + (<usize>row << 2));
    drawn++;
    sum += cellOf(gradient);
    add(row, cells, gradient);
  }
  const counts = ownCounts(thread);
  store<u32>(counts, load<u32>(counts) + drawn);
  const total = cells + tallyBytes - 8;
  store<i64>(total, load<i64>(total) + sum);
}

/**
 * The drawn rows of the block whose slots are tallied, tally by tally, so that its cells stay in the caches: first they are sorted
 * by their tally.
 */
export function tallyNodes(thread: i32): void {
  const entries = entriesOf(thread);
  const starts = startsOf(thread);
  const gradients = gradientsFor(output);
  const bit = undrawn();
  memory.fill(starts, 0, <usize>(tallies + 1) << 2);
  for (let row = 0; row < count; row++) {
    const tally = tallyAt(row, bit);
    if (tally < 0) continue;
    const at = starts + (<usize>tally << 2) + 4;
    store<u32>(at, load<u32>(at) + 1);
  }
  for (let i = 1; i <= tallies; i++) {
    const at = starts + (<usize>i << 2);
    store<u32>(at, load<u32>(at) + load<u32>(at - 4));
  }
  for (let row = 0; row < count; row++) {
    const tally = tallyAt(row, bit);
    if (tally < 0) continue;
    const at = starts + (<usize>tally << 2);
    const place = load<u32>(at);
    store<u32>(at, place + 1);
    const gradient = load<u32>(gradients + (<usize>row << 2));
    store<u64>(entries + (<usize>place << 3), (<u64>gradient << 32) | <u64>row);
  }
  addEntries(thread, entries, starts);
}

@inline
function tallyAt(row: i32, bit: u32): i32 {
  const slot = slotAt(row);
  return (slot & bit) != 0 ? -1 : load<i32>(tallyOf + (<usize>slot << 2));
}

function addEntries(thread: i32, entries: usize, starts: usize): void {
  let from: u32 = 0;
  for (let tally = 0; tally < tallies; tally++) {
    // Each start has moved to the end.
    const end = load<u32>(starts + (<usize>tally << 2));
    const cells = ownTallies(thread) + <usize>tally * tallyBytes;
    for (let i = from; i < end; i++) {
      const at = entries + (<usize>i << 3);
      add(load<u32>(at), cells, load<u32>(at, 4));
    }
    from = end;
  }
}
