// Values to bins, by column and by row.

import { attributeAt, binsOf, columnOf, firstCell, inRow, isNominal, isWide, missingOf, storeBin } from "./attribute";
import { addToBundle } from "./bundle";
import { attributes, bind, bundles, rowsAt, stride } from "./plan";

/** For numbers: 255 ascending thresholds, padded with infinity. For levels: the bin of each, two bytes. */
@inline
function bounds(record: usize): usize {
  return <usize>load<u32>(record, 28);
}

@inline
function step(at: usize, half: usize, x: f64): usize {
  return at + (x > load<f64>(at + (half << 3) - 8) ? half << 3 : 0);
}

/** The number of thresholds below the cell. */
@inline
export function binOf(x: f64, edges: usize): i32 {
  let at = step(edges, 128, x);
  at = step(at, 64, x);
  at = step(at, 32, x);
  at = step(at, 16, x);
  at = step(at, 8, x);
  at = step(at, 4, x);
  at = step(at, 2, x);
  at = step(at, 1, x);
  return <i32>((at - edges) >> 3);
}

function binNumbers(a: i32, cells: usize, first: i32, count: i32): void {
  const record = attributeAt(a);
  const edges = bounds(record);
  const missing = missingOf(record);
  const last = binsOf(record);
  const own = <i32>firstCell(record);
  const column = columnOf(record) + <usize>first;
  let row = rowsAt + <usize>first * stride + inRow(a);
  for (let i: usize = 0; i < <usize>count; i++) {
    const x = load<f64>(cells + (i << 3));
    const bin = binOf(x, edges);
    const known = x == x;
    store<u8>(column + i, <u8>(known ? bin : missing));
    storeBin(row, known ? bin : last, own);
    row += stride;
  }
}

function binLevels(a: i32, cells: usize, first: i32, count: i32): void {
  const record = attributeAt(a);
  const map = bounds(record);
  const missing = missingOf(record);
  const own = <i32>firstCell(record);
  const twoBytes = isWide(record);
  const column = columnOf(record) + (<usize>first << (twoBytes ? 1 : 0));
  let row = rowsAt + <usize>first * stride + inRow(a);
  for (let i: usize = 0; i < <usize>count; i++) {
    const level = load<i32>(cells + (i << 2));
    const bin = level >= 0 ? <i32>load<u16>(map + (<usize>level << 1)) : missing;
    if (twoBytes) store<u16>(column + (i << 1), <u16>bin);
    else store<u8>(column + i, <u8>bin);
    storeBin(row, bin, own);
    row += stride;
  }
}

/**
 * Bins `count` rows from `first` on, whose cells are in a buffer: for each attribute space for `count` doubles, with
 * doubles or level codes. Threads take parts of the rows.
 */
export function bin(thread: i32, threads: i32, block: usize, cells: usize, first: i32, count: i32): void {
  bind(block);
  const from = <i32>((<i64>count * thread) / threads);
  const n = <i32>((<i64>count * (thread + 1)) / threads) - from;
  for (let a = 0; a < attributes; a++) {
    const own = cells + ((<usize>a * <usize>count) << 3);
    if (isNominal(attributeAt(a))) binLevels(a, own + (<usize>from << 2), first + from, n);
    else binNumbers(a, own + (<usize>from << 3), first + from, n);
    if (bundles > 0) addToBundle(a, first + from, n);
  }
}
