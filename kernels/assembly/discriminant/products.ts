import { cells, columns, labelOf, rowAt, rowBytes, weightOf, weights } from "./job";

// Sums by class and products of all pairs of standardised columns, over the rows of a part. The rows of a block are
// standardised into the nearest cache; tiles of four by four columns then keep their sums in registers. Every sum runs over
// the rows in their order, as in learn/propose/scatter.ts.

const BLOCK: i32 = 128;

/** The number of columns of a tile divides that of a block's columns: those that are added are 0. */
@inline
export function padded(used: i32): i32 {
  return (used + 3) & ~3;
}

/** Bytes for the rows of a block, and for the same with weights. */
@inline
export function blockBytes(): usize {
  return 2 * <usize>BLOCK * <usize>padded(columns) * 8;
}

/** Bytes of the sums of a part: by class and column, then by pair of columns. */
@inline
export function productBytes(used: i32, present: i32): usize {
  return <usize>padded(used) * (<usize>padded(used) + <usize>present) * 8;
}

export function addProducts(
  list: usize,
  from: i32,
  to: i32,
  active: usize,
  used: i32,
  means: usize,
  inverses: usize,
  places: usize,
  present: i32,
  block: usize,
  out: usize,
): void {
  const width = padded(used);
  memory.fill(out, 0, productBytes(used, present));
  const products = out + ((<usize>width * <usize>present) << 3);
  const weighted = weights ? block + ((<usize>BLOCK * <usize>width) << 3) : block;
  for (let start = from; start < to; start += BLOCK) {
    const count = min(BLOCK, to - start);
    standardise(list, start, count, active, used, width, means, inverses, block);
    addByClass(list, start, count, width, places, block, weighted, out);
    addTiles(block, weighted, count, width, products);
  }
}

export function standardise(
  list: usize,
  start: i32,
  count: i32,
  active: usize,
  used: i32,
  width: i32,
  means: usize,
  inverses: usize,
  block: usize,
): void {
  let to = block;
  const bytes = <usize>width << 3;
  if (used == columns) {
    for (let i = start; i < start + count; i++) {
      const from = cells + rowAt(list, i) * rowBytes;
      for (let at: usize = 0; at < bytes; at += 16) {
        const d = f64x2.sub(v128.load(from + at), v128.load(means + at));
        v128.store(to + at, f64x2.mul(d, v128.load(inverses + at)));
      }
      to += bytes;
    }
    return;
  }
  for (let i = start; i < start + count; i++) {
    const from = cells + rowAt(list, i) * rowBytes;
    for (let j: usize = 0; j < <usize>used; j++) {
      const x = load<f64>(from + (<usize>load<i32>(active + (j << 2)) << 3));
      store<f64>(to + (j << 3), (x - load<f64>(means + (j << 3))) * load<f64>(inverses + (j << 3)));
    }
    for (let j = <usize>used; j < <usize>width; j++) store<f64>(to + (j << 3), 0);
    to += bytes;
  }
}

export function addByClass(
  list: usize,
  start: i32,
  count: i32,
  width: i32,
  places: usize,
  block: usize,
  weighted: usize,
  out: usize,
): void {
  const bytes = <usize>width << 3;
  let from = block;
  let to = weighted;
  for (let i = start; i < start + count; i++) {
    const row = rowAt(list, i);
    const sums = out + <usize>load<i32>(places + (labelOf(row) << 2)) * bytes;
    if (weights) {
      const w = f64x2.splat(weightOf(row));
      for (let at: usize = 0; at < bytes; at += 16) {
        const x = f64x2.mul(w, v128.load(from + at));
        v128.store(to + at, x);
        v128.store(sums + at, f64x2.add(v128.load(sums + at), x));
      }
    } else {
      for (let at: usize = 0; at < bytes; at += 16) {
        v128.store(sums + at, f64x2.add(v128.load(sums + at), v128.load(from + at)));
      }
    }
    from += bytes;
    to += bytes;
  }
}

/** The lower triangle. */
export function addTiles(block: usize, weighted: usize, count: i32, width: i32, products: usize): void {
  const bytes = <usize>width << 3;
  for (let a: usize = 0; a < bytes; a += 32) {
    for (let b: usize = 0; b <= a; b += 32) addTile(weighted + a, block + b, bytes, count, products + (a >> 3) * bytes + b);
  }
}

/** The products of four columns with four others. */
export function addTile(left: usize, right: usize, bytes: usize, count: i32, to: usize): void {
  const row1 = to + bytes;
  const row2 = row1 + bytes;
  const row3 = row2 + bytes;
  let a = v128.load(to);
  let a2 = v128.load(to, 16);
  let b = v128.load(row1);
  let b2 = v128.load(row1, 16);
  let c = v128.load(row2);
  let c2 = v128.load(row2, 16);
  let d = v128.load(row3);
  let d2 = v128.load(row3, 16);
  for (let i = 0; i < count; i++) {
    const x = v128.load(right);
    const x2 = v128.load(right, 16);
    let y = v128.load_splat<f64>(left);
    a = f64x2.add(a, f64x2.mul(y, x));
    a2 = f64x2.add(a2, f64x2.mul(y, x2));
    y = v128.load_splat<f64>(left, 8);
    b = f64x2.add(b, f64x2.mul(y, x));
    b2 = f64x2.add(b2, f64x2.mul(y, x2));
    y = v128.load_splat<f64>(left, 16);
    c = f64x2.add(c, f64x2.mul(y, x));
    c2 = f64x2.add(c2, f64x2.mul(y, x2));
    y = v128.load_splat<f64>(left, 24);
    d = f64x2.add(d, f64x2.mul(y, x));
    d2 = f64x2.add(d2, f64x2.mul(y, x2));
    left += bytes;
    right += bytes;
  }
  v128.store(to, a);
  v128.store(to, a2, 16);
  v128.store(row1, b);
  v128.store(row1, b2, 16);
  v128.store(row2, c);
  v128.store(row2, c2, 16);
  v128.store(row3, d);
  v128.store(row3, d2, 16);
}
