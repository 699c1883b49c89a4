// Cells to u16 codes, column by column, and then to rows: stores a row apart would miss the cache at every cell.

import {
  bucketOf,
  cellsOf,
  codesOf,
  distinctOf,
  guideOf,
  kindOf,
  lastBucketOf,
  levelCountOf,
  lowOf,
  RECORD,
  scaleOf,
  searchBitsOf,
  tableOf,
  thresholdCountOf,
} from "./column";
import { columnCountOf, columnsOf, groupCountOf, rowsOf, takeColumn } from "./plan";

const LEFT: u32 = 0;
const LEVELS: u32 = 2;
/** Cells per call, so that a first call is soon replaced by optimised code. */
const SLICE: i32 = 4096;
/** Rows that are turned at a time. */
const TILE: i32 = 32;

/** A column of a group at a time, all rows: its table of thresholds stays in the cache. */
export function encodeColumns(thread: i32, threads: i32, plan: usize): void {
  const records = groupCountOf(plan) * columnCountOf(plan);
  for (;;) {
    const i = takeColumn(plan);
    if (i >= records) return;
    const record = columnsOf(plan) + <usize>i * RECORD;
    if (kindOf(record) == LEVELS) encodeLevels(record, rowsOf(plan));
    else if (thresholdCountOf(record) > 0) {
      for (let first = 0; first < rowsOf(plan); first += SLICE) {
        encodeNumbers(record, first, min(SLICE, rowsOf(plan) - first));
      }
    }
  }
}

export function encodeLevels(record: usize, count: i32): void {
  const levels = levelCountOf(record);
  let to = codesOf(record);
  const cells = cellsOf(record);
  for (let at = cells; at < cells + (<usize>count << 2); at += 4, to += 2) store<u16>(to, <u16>min(load<u32>(at), levels));
}

/** A code is the number of distinct thresholds below the cell: those of earlier buckets, and some of its own bucket. */
export function encodeNumbers(record: usize, first: i32, count: i32): void {
  const low = lowOf(record);
  const scale = scaleOf(record);
  const last = lastBucketOf(record);
  const table = tableOf(record);
  const guide = guideOf(record);
  const missing: u32 = kindOf(record) == LEFT ? 0 : distinctOf(record);
  const half: usize = (<usize>1 << searchBitsOf(record)) << 2;
  let to = codesOf(record) + (<usize>first << 1);
  const cells = cellsOf(record) + (<usize>first << 3);
  for (let at = cells; at < cells + (<usize>count << 3); at += 8, to += 2) {
    const x = load<f64>(at);
    const isKnown = x == x;
    const bucket = bucketOf(isKnown ? x : 0, low, scale, last);
    let found = table + (<usize>load<u32>(guide + (bucket << 2)) << 3);
    for (let h = half; h >= 8; h >>= 1) found += select<usize>(h, 0, load<f64>(found + h - 8) < x);
    store<u16>(to, <u16>select<u32>(<u32>((found - table) >> 3), missing, isKnown));
  }
}

/** Codes of `count` rows from `first` on, from the columns of a group to rows that are `stride` bytes apart. */
export function turn(records: usize, columns: i32, first: i32, count: i32, to: usize, stride: usize): void {
  for (let row = 0; row < count; row += TILE) {
    const rows = min(TILE, count - row);
    for (let c = 0; c < columns; c++) {
      let from = codesOf(records + <usize>c * RECORD) + (<usize>(first + row) << 1);
      let at = to + <usize>row * stride + (<usize>c << 1);
      for (let i = 0; i < rows; i++, from += 2, at += stride) store<u16>(at, load<u16>(from));
    }
  }
}
