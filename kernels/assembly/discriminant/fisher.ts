import { f64At, putF64, shrinkage } from "./job";
import { factor, solve } from "./cholesky";

// Fisher's discriminant of two groups of classes: the operations of learn/propose/fisher.ts, in their order.

/** Bytes of scratch for columns of this width. */
@inline
export function fisherBytes(width: i32): usize {
  return <usize>width * (2 * <usize>width + 4) * 8;
}

/**
 * Writes the direction. `means` has a row per class, the products after them the scatter within classes; `sides` says by
 * class whether it is in the second group.
 */
export function fisher(
  means: usize,
  present: i32,
  used: i32,
  width: i32,
  classWeights: usize,
  sides: usize,
  scratch: usize,
  direction: usize,
): void {
  const bytes = <usize>width << 3;
  const scatter = means + <usize>present * bytes;
  const first = scratch;
  const second = first + bytes;
  const pooled = second + bytes;
  const lower = pooled + <usize>width * bytes;
  const column = lower + <usize>width * bytes;
  groupMean(means, present, used, bytes, classWeights, sides, 0, first);
  groupMean(means, present, used, bytes, classWeights, sides, 1, second);
  memory.copy(pooled, scatter, <usize>width * bytes);
  for (let k = 0; k < present; k++) {
    const own = means + <usize>k * bytes;
    const mean = load<u8>(sides + <usize>k) ? second : first;
    const weight = f64At(classWeights, k);
    for (let j = 0; j < used; j++) putF64(column, j, f64At(own, j) - f64At(mean, j));
    for (let a = 0; a < used; a++) addRow(pooled + <usize>a * bytes, column, weight * f64At(column, a), a);
  }
  regularise(pooled, used, width, lower, column);
  for (let j = 0; j < used; j++) putF64(direction, j, f64At(second, j) - f64At(first, j));
  solve(lower, used, width, direction);
}

@inline
function addRow(row: usize, cells: usize, factor: f64, last: i32): void {
  const y = f64x2.splat(factor);
  for (let at: usize = 0; at <= <usize>last << 3; at += 16) {
    v128.store(row + at, f64x2.add(v128.load(row + at), f64x2.mul(y, v128.load(cells + at))));
  }
}

function groupMean(
  means: usize,
  present: i32,
  used: i32,
  bytes: usize,
  classWeights: usize,
  sides: usize,
  side: u8,
  into: usize,
): void {
  memory.fill(into, 0, bytes);
  let weight: f64 = 0;
  for (let k = 0; k < present; k++) {
    if (load<u8>(sides + <usize>k) != side) continue;
    const own = f64At(classWeights, k);
    weight += own;
    for (let j = 0; j < used; j++) putF64(into, j, f64At(into, j) + own * f64At(means + <usize>k * bytes, j));
  }
  if (weight > 0) for (let j = 0; j < used; j++) putF64(into, j, f64At(into, j) / weight);
}

/** The factor of the matrix, shrunk towards its diagonal by as much as makes it regular. */
function regularise(matrix: usize, used: i32, width: i32, lower: usize, column: usize): void {
  let trace: f64 = 0;
  for (let a = 0; a < used; a++) trace += f64At(matrix + ((<usize>a * <usize>width) << 3), a);
  const share = (1e-6 * trace) / <f64>used;
  const least: f64 = share > 0 ? share : 1;
  let amount = shrinkage;
  do {
    shrink(matrix, used, width, min(amount, 1.0), least, lower);
    if (factor(lower, used, width, column)) return;
    amount = max(amount * 10, 1e-8);
  } while (amount < 1e9);
  // Only a scatter that is not finite gets here; no direction comes of it.
  for (let a = 0; a < used; a++) putF64(lower + ((<usize>a * <usize>width) << 3), a, NaN);
}

function shrink(matrix: usize, used: i32, width: i32, amount: f64, least: f64, to: usize): void {
  const keep = 1 - amount;
  for (let a = 0; a < used; a++) {
    const row = (<usize>a * <usize>width) << 3;
    for (let b = 0; b < a; b++) putF64(to + row, b, f64At(matrix + row, b) * keep);
    putF64(to + row, a, max(f64At(matrix + row, a), least));
  }
}
