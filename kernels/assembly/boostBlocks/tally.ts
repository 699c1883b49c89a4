// Sums of gradients and hessians by attribute and bin: a cell is both in one i64, see kernels/assembly/boost/tally.ts.

import { UNDRAWN2, UNDRAWN4, codes, count, gradientsFor, slotAt, state, undrawn } from "./block";
import {
  all,
  blockCounts,
  entriesOf,
  field,
  mask,
  narrow,
  output,
  ownCounts,
  ownTallies,
  shift,
  slotBytes,
  slots,
  slotsOff,
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

/** `low`, `bits`: where the gradient begins in a row's 32 bits, and in a cell. */
@inline
function cellOf(gradient: u32, low: i32, bits: i64): i64 {
  return (<i64>(<i32>gradient >> low) << bits) + <i64>(gradient & ((1 << low) - 1));
}

/** Adds a row to the cells of `n` narrow attributes and of all wide ones. */
@inline
function addAll(row: usize, n: usize, cells: usize, cell: i64): void {
  let at = row;
  let to = cells;
  const fours = row + (n & ~3);
  for (; at < fours; at += 4) {
    bump(to, load<u8>(at), cell);
    bump(to + CELLS, load<u8>(at, 1), cell);
    bump(to + 2 * CELLS, load<u8>(at, 2), cell);
    bump(to + 3 * CELLS, load<u8>(at, 3), cell);
    to += 4 * CELLS;
  }
  for (const end = row + n; at < end; at++) {
    bump(to, load<u8>(at), cell);
    to += CELLS;
  }
}

function addWide(row: usize, cells: usize, cell: i64): void {
  const first = row + <usize>narrow;
  for (let a: usize = 0; a < <usize>wide; a++) {
    bump(cells + <usize>load<u32>(wideCells + (a << 2)), load<u16>(first + (a << 1)), cell);
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
function add(at: usize, n: usize, hasWide: bool, every: bool, cells: usize, cell: i64): void {
  if (every) {
    addAll(at, n, cells, cell);
    if (hasWide) addWide(at, cells, cell);
  } else addSome(at, cells, cell);
}

/** A tree begins: the drawn rows of the block in their order. Its last cell has the sum of all. */
export function tallyFresh(thread: i32): void {
  // What does not change is local: a global is read anew in every iteration.
  const cells = ownTallies(thread);
  const gradients = gradientsFor(output);
  const bit = undrawn();
  const low = field;
  const bits = shift;
  const bytes = stride;
  const n = <usize>narrow;
  const every = all;
  const hasWide = wide > 0;
  const rows = count;
  let at = codes;
  let drawn = 0;
  let sum: i64 = 0;
  for (let row = 0; row < rows; row++) {
    if ((slotAt(row) & bit) == 0) {
      const gradient = load<u32>(gradients + (<usize>row << 2));
      drawn++;
      // Rows that a model of classes is sure of add nothing on the grid.
      if (gradient != 0) {
        const cell = cellOf(gradient, low, bits);
        sum += cell;
        add(at, n, hasWide, every, cells, cell);
      }
    }
    at += bytes;
  }
  const counts = ownCounts(thread);
  store<u32>(counts, load<u32>(counts) + drawn);
  const total = cells + tallyBytes - 8;
  store<i64>(total, load<i64>(total) + sum);
}

/**
 * The drawn rows of the block whose slots are tallied, tally by tally, so that its cells stay in the caches: first they are sorted
 * by their tally; the others come last.
 */
export function tallyNodes(thread: i32): void {
  const entries = entriesOf(thread);
  const starts = startsOf(thread);
  placeStarts(starts, blockCounts(thread));
  const gradients = gradientsFor(output);
  if (slotBytes == 2) sortRows<u16>(entries, starts, gradients, UNDRAWN2);
  else sortRows<u32>(entries, starts, gradients, UNDRAWN4);
  addEntries(thread, entries, starts);
}

/** Where the entries of each tally begin. */
function placeStarts(starts: usize, counts: usize): void {
  memory.fill(starts, 0, <usize>(tallies + 1) << 2);
  for (let slot: usize = 0; slot < <usize>slots; slot++) {
    const tally = <usize>load<u32>(tallyOf + (slot << 2));
    if (tally < <usize>tallies) store<u32>(starts + (tally << 2) + 4, load<u32>(counts + (slot << 2)));
  }
  for (let i = 1; i <= tallies; i++) {
    const at = starts + (<usize>i << 2);
    store<u32>(at, load<u32>(at) + load<u32>(at - 4));
  }
}

function sortRows<T>(entries: usize, starts: usize, gradients: usize, bit: u32): void {
  const table = tallyOf;
  const none = <u32>tallies;
  const rows = count;
  let slots = state + slotsOff;
  let from = gradients;
  for (let row = 0; row < rows; row++) {
    const slot = <u32>load<T>(slots);
    const tally = select<u32>(none, load<u32>(table + (<usize>(slot & ~bit) << 2)), (slot & bit) != 0);
    const at = starts + (<usize>tally << 2);
    const place = load<u32>(at);
    store<u32>(at, place + 1);
    store<u64>(entries + (<usize>place << 3), (<u64>load<u32>(from) << 32) | <u64>row);
    slots += sizeof<T>();
    from += 4;
  }
}

function addEntries(thread: i32, entries: usize, starts: usize): void {
  const base = codes;
  const bytes = stride;
  const low = field;
  const bits = shift;
  const n = <usize>narrow;
  const every = all;
  const hasWide = wide > 0;
  let at = entries;
  for (let tally = 0; tally < tallies; tally++) {
    // Each start has moved to the end.
    const end = entries + (<usize>load<u32>(starts + (<usize>tally << 2)) << 3);
    const cells = ownTallies(thread) + <usize>tally * tallyBytes;
    for (; at < end; at += 8) {
      const gradient = load<u32>(at, 4);
      if (gradient == 0) continue;
      add(base + <usize>load<u32>(at) * bytes, n, hasWide, every, cells, cellOf(gradient, low, bits));
    }
  }
}
