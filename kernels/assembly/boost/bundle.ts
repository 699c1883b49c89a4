// Bundles: attributes with few bins that are tallied as one. Every combination of their bins has a cell, so that a row is
// one addition for all of them; the sums of each attribute are sums of these cells, exact as all sums are. TypeScript
// chooses the bundles (src/kernels/drivers/boost/bundles.ts).

import {
  attributeAt,
  binAt,
  binsInBundle,
  bundleOf,
  cellsOf,
  cellsOfBundle,
  firstOfBundle,
  inRow,
  stepOf,
} from "./attribute";
import { attributes, bundleRowsAt, bundleStride, rowsAt, stride } from "./plan";

/** Adds an attribute's bins to the numbers of cells of some rows. The first attribute of a bundle writes them. */
export function addToBundle(a: i32, first: i32, count: i32): void {
  const record = attributeAt(a);
  const step = stepOf(record);
  const start = step == 1 ? firstOfBundle(record) : 0;
  let from = rowsAt + <usize>first * stride + inRow(a);
  let to = bundleRowsAt + <usize>first * bundleStride + bundleOf(record);
  for (let i = 0; i < count; i++) {
    const before = step == 1 ? start : <i32>load<u16>(to);
    store<u16>(to, <u16>(before + binAt(from, record) * step));
    from += stride;
    to += bundleStride;
  }
}

/** Adds the cells of all bundles to those of their attributes in a slot. */
export function spreadBundles(cells: usize, slot: usize): void {
  for (let a = 0; a < attributes; a++) {
    const record = attributeAt(a);
    const from = cells + (<usize>firstOfBundle(record) << 3);
    spread(from, cellsOfBundle(record), slot + cellsOf(record), binsInBundle(record), stepOf(record));
  }
}

/** Adds `count` cells to those of one attribute: its bin changes every `step` cells, and starts again after `bins`. */
function spread(cells: usize, count: i32, to: usize, bins: i32, step: i32): void {
  const run = <usize>step << 3;
  const round = run * <usize>bins;
  const end = cells + (<usize>count << 3);
  for (let at = cells; at < end; ) {
    const stop = at + round;
    for (let cell = to; at < stop; cell += 8) {
      let sum = load<i64>(cell);
      for (const next = at + run; at < next; at += 8) sum += load<i64>(at);
      store<i64>(cell, sum);
    }
  }
}
