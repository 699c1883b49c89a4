import { bounds, cells, columns, f64At, groupOf, PART, putF64, rowAt, rowBytes, rows, weightOf, weights } from "./job";

// The means and the standard deviations of the columns at a node, from sums over its parts. A part writes its sums one
// column after another; see learn/propose/design.ts for the operations.

/** Bytes of what `addUp` writes. */
@inline
export function momentBytes(): usize {
  return rowBytes;
}

/** Rows that stay in the nearest cache while four columns after four are added up. */
const BLOCK: i32 = 64;

/** Rows from `from` to `to` of the list: of each column the weighted sum. */
export function addUp(list: usize, from: i32, to: i32, out: usize): void {
  memory.fill(out, 0, rowBytes);
  for (let start = from; start < to; start += BLOCK) {
    const end = min(to, start + BLOCK);
    for (let column: usize = 0; column < rowBytes; column += 32) addUpFour(list, start, end, column, out + column);
  }
}

export function addUpFour(list: usize, from: i32, to: i32, column: usize, out: usize): void {
  let sum = v128.load(out);
  let sum2 = v128.load(out, 16);
  for (let i = from; i < to; i++) {
    const row = rowAt(list, i);
    const at = cells + row * rowBytes + column;
    const x = v128.load(at);
    const x2 = v128.load(at, 16);
    if (weights) {
      const w = f64x2.splat(weightOf(row));
      sum = f64x2.add(sum, f64x2.mul(w, x));
      sum2 = f64x2.add(sum2, f64x2.mul(w, x2));
    } else {
      sum = f64x2.add(sum, x);
      sum2 = f64x2.add(sum2, x2);
    }
  }
  v128.store(out, sum);
  v128.store(out, sum2, 16);
}

/** The weighted squares of the distances from the means. */
export function addSquares(list: usize, from: i32, to: i32, means: usize, out: usize): void {
  memory.fill(out, 0, rowBytes);
  for (let start = from; start < to; start += BLOCK) {
    const end = min(to, start + BLOCK);
    for (let column: usize = 0; column < rowBytes; column += 32) {
      addSquaresOfFour(list, start, end, column, means + column, out + column);
    }
  }
}

export function addSquaresOfFour(list: usize, from: i32, to: i32, column: usize, means: usize, out: usize): void {
  const mean = v128.load(means);
  const mean2 = v128.load(means, 16);
  let sum = v128.load(out);
  let sum2 = v128.load(out, 16);
  for (let i = from; i < to; i++) {
    const row = rowAt(list, i);
    const at = cells + row * rowBytes + column;
    const d = f64x2.sub(v128.load(at), mean);
    const d2 = f64x2.sub(v128.load(at, 16), mean2);
    if (weights) {
      const w = f64x2.splat(weightOf(row));
      sum = f64x2.add(sum, f64x2.mul(f64x2.mul(w, d), d));
      sum2 = f64x2.add(sum2, f64x2.mul(f64x2.mul(w, d2), d2));
    } else {
      sum = f64x2.add(sum, f64x2.mul(d, d));
      sum2 = f64x2.add(sum2, f64x2.mul(d2, d2));
    }
  }
  v128.store(out, sum);
  v128.store(out, sum2, 16);
}

@inline
export function partsOf(size: i32): i32 {
  return (size + PART - 1) / PART;
}

/** Adds the sums of all parts, `bytes` apart, to those of the first. */
export function joinSums(at: usize, count: usize, bytes: usize, parts: i32): void {
  let part = at;
  for (let p = 1; p < parts; p++) {
    part += bytes;
    for (let i: usize = 0; i < count << 3; i += 8) store<f64>(at + i, load<f64>(at + i) + load<f64>(part + i));
  }
}

/** The means, in place of the sums, which are kept in `sums`. */
export function joinMoments(at: usize, bytes: usize, parts: i32, total: f64, sums: usize): void {
  joinSums(at, <usize>columns, bytes, parts);
  memory.copy(sums, at, <usize>columns << 3);
  for (let c = 0; c < columns; c++) putF64(at, c, f64At(at, c) / total);
}

/** By column the greatest cell, without its sign, of all rows. */
export function findBounds(): void {
  for (let column: usize = 0; column < rowBytes; column += 16) {
    let most = f64x2.splat(0);
    for (let at = cells + column; at < cells + <usize>rows * rowBytes; at += rowBytes) most = f64x2.pmax(most, f64x2.abs(v128.load(at)));
    v128.store(bounds + column, most);
  }
}

/** The same of the rows of a node, for one column. */
function largestOf(list: usize, size: i32, column: i32): f64 {
  let most: f64 = 0;
  for (let i = 0; i < size; i++) most = max(most, abs(load<f64>(cells + rowAt(list, i) * rowBytes + (<usize>column << 3))));
  return most;
}

/** Whether a column varies by more than rounding. What holds for the greatest cell of all holds for that of a node. */
@inline
function varies(scale: f64, list: usize, size: i32, column: i32): bool {
  if (!isFinite(scale)) return false;
  return scale > 1e-12 * f64At(bounds, column) || scale > 1e-12 * largestOf(list, size, column);
}

/**
 * The columns that vary at the node, in `active` (i32), their means and the reciprocals of their scales side by side, and
 * their scales; returns their number.
 */
export function chooseColumns(
  list: usize,
  size: i32,
  moments: usize,
  squares: usize,
  total: f64,
  counts: usize,
  active: usize,
  means: usize,
  inverses: usize,
  scales: usize,
): i32 {
  let used = 0;
  let reference = -1;
  let group = -1;
  for (let c = 0; c < columns; c++) {
    const own = groupOf(c);
    if (own >= 0) {
      if (own != group) {
        group = own;
        reference = mostFrequent(counts, c);
      }
      if (c == reference || f64At(counts, c) < 2) continue;
    }
    const scale = sqrt(f64At(squares, c) / total);
    if (!varies(scale, list, size, c)) continue;
    store<i32>(active + (<usize>used << 2), c);
    putF64(means, used, f64At(moments, c));
    putF64(inverses, used, 1 / scale);
    putF64(scales, used, scale);
    used++;
  }
  return used;
}

/** The first of the columns of a group, which begins at `first`, that mark the most rows. */
function mostFrequent(counts: usize, first: i32): i32 {
  const group = groupOf(first);
  let best = first;
  for (let c = first + 1; c < columns && groupOf(c) == group; c++) if (f64At(counts, c) > f64At(counts, best)) best = c;
  return best;
}

/** How many rows each column marks that stands for a level; if every row weighs 1, the sums say so already. */
export function countMarks(list: usize, size: i32, counts: usize): void {
  for (let c = 0; c < columns; c++) {
    if (groupOf(c) < 0) continue;
    let count: f64 = 0;
    for (let i = 0; i < size; i++) count += load<f64>(cells + rowAt(list, i) * rowBytes + (<usize>c << 3));
    putF64(counts, c, count);
  }
}
