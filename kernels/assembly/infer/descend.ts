// Rows go down one tree, eight at a time, so that their cache misses overlap: all of them for a number of steps that brings
// most to a leaf, then only those that are not at one yet, a few steps at a time.

import { isSplit, step } from "./node";

/** Rows that are sent down together. */
export const TOGETHER: i32 = 256;
/** Bytes of the list of rows, and of the nodes that they have reached: the list is filled up to a multiple of eight. */
export const LIST_BYTES: usize = (<usize>TOGETHER + 8) << 2;
const MORE_STEPS: i32 = 6;

@inline
function rowAt(list: usize, i: usize): usize {
  return <usize>load<u32>(list + (i << 2));
}

@inline
function nodeOf(found: usize, row: usize): usize {
  return <usize>load<u32>(found + (row << 2));
}

/** Notes the node that a row has reached; the row stays on the list unless it is a leaf. Returns the end of the list. */
@inline
function settle<N>(found: usize, row: usize, node: usize, end: usize): usize {
  store<u32>(found + (row << 2), <u32>node);
  store<u32>(end, <u32>row);
  return end + (<usize>isSplit<N>(node) << 2);
}

/** Moves the rows on the list down by a number of steps, and keeps those that have not reached a leaf. Returns how many. */
function advance<N>(list: usize, count: i32, found: usize, rows: usize, stride: usize, by: i32, sets: usize): i32 {
  const end = list + (<usize>count << 2);
  // The last eight are filled up by repeating a row: its copies go the same way, and stay on the list with it.
  const last = load<u32>(end - 4);
  for (let i: usize = 0; i < 28; i += 4) store<u32>(end + i, last);
  let to = list;
  for (let at = list; at < end; at += 32) {
    const i0 = rowAt(at, 0), i1 = rowAt(at, 1), i2 = rowAt(at, 2), i3 = rowAt(at, 3);
    const i4 = rowAt(at, 4), i5 = rowAt(at, 5), i6 = rowAt(at, 6), i7 = rowAt(at, 7);
    const r0 = rows + i0 * stride, r1 = rows + i1 * stride, r2 = rows + i2 * stride, r3 = rows + i3 * stride;
    const r4 = rows + i4 * stride, r5 = rows + i5 * stride, r6 = rows + i6 * stride, r7 = rows + i7 * stride;
    let a = nodeOf(found, i0), b = nodeOf(found, i1), c = nodeOf(found, i2), d = nodeOf(found, i3);
    let e = nodeOf(found, i4), f = nodeOf(found, i5), g = nodeOf(found, i6), h = nodeOf(found, i7);
    for (let left = by; left > 0; left--) {
      a = step<N>(a, r0, sets);
      b = step<N>(b, r1, sets);
      c = step<N>(c, r2, sets);
      d = step<N>(d, r3, sets);
      e = step<N>(e, r4, sets);
      f = step<N>(f, r5, sets);
      g = step<N>(g, r6, sets);
      h = step<N>(h, r7, sets);
    }
    to = settle<N>(found, i0, a, to);
    to = settle<N>(found, i1, b, to);
    to = settle<N>(found, i2, c, to);
    to = settle<N>(found, i3, d, to);
    to = settle<N>(found, i4, e, to);
    to = settle<N>(found, i5, f, to);
    to = settle<N>(found, i6, g, to);
    to = settle<N>(found, i7, h, to);
  }
  return <i32>((to - list) >> 2);
}

/**
 * Writes the leaves that `count` rows reach to `found`; `first` is the number of steps that all of them take. Returns how
 * many had not reached a leaf by then.
 */
export function descend<N>(
  root: usize,
  rows: usize,
  stride: usize,
  count: i32,
  found: usize,
  list: usize,
  first: i32,
  sets: usize,
): i32 {
  for (let i = 0; i < count; i++) {
    store<u32>(found + (<usize>i << 2), <u32>root);
    store<u32>(list + (<usize>i << 2), i);
  }
  const unfinished = advance<N>(list, count, found, rows, stride, first, sets);
  for (let left = unfinished; left > 0; ) left = advance<N>(list, left, found, rows, stride, MORE_STEPS, sets);
  return unfinished;
}

/** The number of first steps for the next rows: such that a quarter to half of them are unfinished after it. */
@inline
export function nextFirst(first: i32, unfinished: i32, count: i32): i32 {
  if (unfinished * 2 > count) return first + 2;
  return unfinished * 4 < count && first > 2 ? first - 2 : first;
}
