import { take } from "./arena";
import { tableRow } from "./blockNumbers";
import { copyRows } from "./copyRows";
import { attributes, blockRows, cellsOf, columns, rowCells } from "./params";

// Cells as integers of 16 bits, for random cuts: one instruction compares eight of them, and those of a row are in few lines
// of the cache. A key is where a value lies between the least and the greatest of its attribute, in 65,534 steps: keys are in
// the order of the values, but different values may have one key.

/** A threshold is between the keys of two values, so computing with single precision is near enough. */
const KEY_ERROR: f64 = 0.03;
/** What the rounding of a threshold may be, as a share of the greatest value. */
const CUT_ERROR: f64 = 8.881784197001252e-16;
const STEPS: f64 = 65534;
/** Adding this rounds a position to an integer, in the lower bits, which as 16 bits with a sign is less by 32,768. */
const TO_KEY: f64 = 4503599627403264;

// In the record of an attribute (params.ts): the address of its keys by row (i16), how far a threshold may lie from where it
// would between exact positions (f32), and how many rows have the key of a row, on the average (f32).
const KEYS: usize = 4;
const ERROR: usize = 8;
const CROWD: usize = 12;

@inline
function record(records: usize, a: i32): usize {
  return records + <usize>a * 32;
}

@inline
export function keysOf(a: i32): usize {
  return <usize>load<u32>(record(columns, a), KEYS);
}

@inline
export function errorOf(a: i32): f32 {
  return load<f32>(record(columns, a), ERROR);
}

/** The bytes of a row of keys, in whole vectors. */
@inline
export function keyBytes(): usize {
  return (<usize>attributes * 2 + 15) & ~15;
}

/** Makes the keys of all attributes; threads take them from the queue. Each has scratch for 65,536 counters (u32). */
export function makeKeys(
  thread: i32,
  threads: i32,
  records: usize,
  attributes: i32,
  rows: i32,
  queue: usize,
  scratches: usize,
): void {
  const counts = <usize>load<u32>(scratches + (<usize>thread << 2));
  for (;;) {
    const a = atomic.add<i32>(queue, 1);
    if (a >= attributes) return;
    keysOfColumn(record(records, a), <usize>rows, counts);
  }
}

export function keysOfColumn(at: usize, n: usize, counts: usize): void {
  const cells = <usize>load<u32>(at);
  let low: f64 = Infinity;
  let high: f64 = -Infinity;
  for (let row: usize = 0; row < n; row++) {
    const x = load<f64>(cells + (row << 3));
    low = min(low, x);
    high = max(high, x);
  }
  const scale = STEPS / (high - low);
  const isScale = scale > 0 && scale < Infinity;
  const error = isScale ? max(abs(low), abs(high)) * scale * CUT_ERROR : 0;
  store<f32>(at, <f32>(KEY_ERROR + error), ERROR);
  // Without a scale all keys are equal.
  writeKeys(cells, n, <usize>load<u32>(at, KEYS), isScale ? low : 0, isScale ? scale : 0);
  store<f32>(at, crowdOf(<usize>load<u32>(at, KEYS), n, counts), CROWD);
}

export function writeKeys(cells: usize, n: usize, keys: usize, origin: f64, scale: f64): void {
  for (let row: usize = 0; row < n; row++) {
    const place = (load<f64>(cells + (row << 3)) - origin) * scale + TO_KEY;
    store<u16>(keys + (row << 1), <u16>reinterpret<u64>(place));
  }
}

export function crowdOf(keys: usize, n: usize, counts: usize): f32 {
  memory.fill(counts, 0, 65536 << 2);
  let shared: u64 = 0;
  for (let row: usize = 0; row < n; row++) {
    const at = counts + (<usize>load<u16>(keys + (row << 1)) << 2);
    const count = load<u32>(at) + 1;
    store<u32>(at, count);
    // A square is the sum of the odd numbers.
    shared += 2 * <u64>count - 1;
  }
  return <f32>(<f64>shared / <f64>n);
}

/** The keys of the block's rows, row by row; 0: keys are read from the table, by attribute. */
let block: usize = 0;
let ownBlock: usize = 0;

export function takeKeys(): void {
  ownBlock = take(<usize>blockRows * keyBytes());
}

export function useTableKeys(): void {
  block = 0;
}

/** Copies the rows of a list to the block. */
export function enterKeys(list: usize, n: i32): void {
  copyRows<u32>(list, n, keyBytes(), ownBlock);
  block = ownBlock;
}

/** Where the keys of an attribute begin, and the distance from one row to the next. */
@inline
export function keyColumn(a: i32): usize {
  return block ? block + (<usize>a << 1) : keysOf(a);
}

@inline
export function keyStep(): usize {
  return block ? keyBytes() : 2;
}

@inline
export function exactOf(row: usize, a: i32): f64 {
  return load<f64>(cellsOf(a) + (<usize>tableRow(row) << 3));
}

/** Writes the keys row by row. */
export function layKeyRows(from: i32, to: i32): void {
  const bytes = keyBytes();
  for (let a = 0; a < attributes; a++) {
    const keys = keysOf(a);
    let at = rowCells + <usize>from * bytes + (<usize>a << 1);
    for (let row = <usize>from; row < <usize>to; row++, at += bytes)
      store<u16>(at, load<u16>(keys + (row << 1)));
  }
}
