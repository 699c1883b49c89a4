// Least-significant-digit radix sort of numbers, eleven bits per pass.

const DIGIT: u32 = 2047;
/** Bytes of one digit's counters. */
const TABLE: usize = 8192;
/** Runs of equal leading bits up to this long are sorted by insertion. */
const SHORT_RUN: i32 = 24;

/** Bytes of scratch that `sortColumn` needs for n cells. */
export function sortScratch(n: i32): usize {
  return 6 * TABLE + (<usize>n << 4) + 64;
}

@inline
function bump(at: usize): void {
  store<u32>(at, load<u32>(at) + 1);
}

/** A double as 64 bits that compare as the doubles do; -0 as 0; NaN above all. */
@inline
export function wideKey(x: f64): u64 {
  if (x != x) return ~(<u64>0);
  const bits = reinterpret<u64>(x + 0);
  return bits ^ (<u64>(<i64>bits >> 63) | 0x8000000000000000);
}

/** The same for the nearest single: a coarser order that never contradicts the finer one. */
@inline
export function narrowKey(x: f64): u32 {
  if (x != x) return 0xffffffff;
  const bits = reinterpret<u32>(<f32>(x + 0));
  return bits ^ (<u32>(<i32>bits >> 31) | 0x80000000);
}

function startsOf(counters: usize): void {
  let total: u32 = 0;
  for (let at = counters; at < counters + TABLE; at += 4) {
    const count = load<u32>(at);
    store<u32>(at, total);
    total += count;
  }
}

@inline
function place(counters: usize, digit: u32): usize {
  const at = counters + (<usize>digit << 2);
  const p = load<u32>(at);
  store<u32>(at, p + 1);
  return <usize>p;
}

/**
 * Writes the rows of a column of n doubles in ascending order of their cells to `order` (u32), equal cells in the order
 * of the rows and NaN last. Sorts by the nearest single first, which is sufficient for most data.
 */
export function sortColumn(cells: usize, n: i32, order: usize, scratch: usize): void {
  const counters = scratch;
  const a = scratch + 6 * TABLE;
  const b = a + (<usize>n << 3);
  const end = cells + (<usize>n << 3);
  memory.fill(counters, 0, 3 * TABLE);
  for (let at = cells; at < end; at += 8) {
    const key = narrowKey(load<f64>(at));
    bump(counters + (<usize>(key & DIGIT) << 2));
    bump(counters + TABLE + (<usize>((key >> 11) & DIGIT) << 2));
    bump(counters + 2 * TABLE + (<usize>(key >> 22) << 2));
  }
  for (let pass: usize = 0; pass < 3; pass++) startsOf(counters + pass * TABLE);
  let row: u32 = 0;
  for (let at = cells; at < end; at += 8) {
    const key = narrowKey(load<f64>(at));
    store<u64>(a + (place(counters, key & DIGIT) << 3), (<u64>key << 32) | row);
    row++;
  }
  for (let at = a; at < b; at += 8) {
    const entry = load<u64>(at);
    store<u64>(b + (place(counters + TABLE, <u32>(entry >> 43) & DIGIT) << 3), entry);
  }
  const last = b + (<usize>n << 3);
  for (let at = b; at < last; at += 8) {
    const entry = load<u64>(at);
    store<u32>(order + (place(counters + 2 * TABLE, <u32>(entry >> 54)) << 2), <u32>entry);
  }
  if (!settleRuns(cells, n, order)) sortWide(cells, n, order, scratch);
}

@inline
function cellAt(cells: usize, order: usize, i: i32): f64 {
  return load<f64>(cells + (<usize>load<u32>(order + (<usize>i << 2)) << 3));
}

/** Sorts cells that share their nearest single; false if too many are out of order. */
function settleRuns(cells: usize, n: i32, order: usize): bool {
  let moved: i64 = 0;
  for (let i = 1; i < n; i++) {
    const row = load<u32>(order + (<usize>i << 2));
    const x = load<f64>(cells + (<usize>row << 3));
    let j = i;
    while (j > 0 && wideKey(cellAt(cells, order, j - 1)) > wideKey(x)) {
      store<u32>(order + (<usize>j << 2), load<u32>(order + (<usize>(j - 1) << 2)));
      j--;
      if (i - j > SHORT_RUN) return false;
    }
    store<u32>(order + (<usize>j << 2), row);
    moved += <i64>(i - j);
  }
  return moved <= <i64>n * 8;
}

/** All 64 bits of the key, in six passes. */
function sortWide(cells: usize, n: i32, order: usize, scratch: usize): void {
  const counters = scratch;
  let from = scratch + 6 * TABLE;
  let to = from + (<usize>n << 2);
  memory.fill(counters, 0, 6 * TABLE);
  for (let i = 0; i < n; i++) {
    const key = wideKey(load<f64>(cells + (<usize>i << 3)));
    for (let pass = 0; pass < 6; pass++) {
      bump(counters + <usize>pass * TABLE + (<usize>(<u32>(key >> (11 * pass)) & DIGIT) << 2));
    }
    store<u32>(from + (<usize>i << 2), i);
  }
  for (let pass = 0; pass < 6; pass++) {
    const table = counters + <usize>pass * TABLE;
    startsOf(table);
    const out = pass == 5 ? order : to;
    for (let i = 0; i < n; i++) {
      const row = load<u32>(from + (<usize>i << 2));
      const key = wideKey(load<f64>(cells + (<usize>row << 3)));
      store<u32>(out + (place(table, <u32>(key >> (11 * pass)) & DIGIT) << 2), row);
    }
    to = from;
    from = out;
  }
}

/**
 * From a sorted column: each row's code, which is the rank of its cell among the distinct ones (NaN has the code
 * after the last), and the distinct cells themselves. Returns their number.
 */
export function rankColumn(cells: usize, n: i32, order: usize, codes: usize, values: usize): i32 {
  let distinct = 0;
  let previous: f64 = NaN;
  for (let i = 0; i < n; i++) {
    const row = <usize>load<u32>(order + (<usize>i << 2));
    const x = load<f64>(cells + (row << 3)) + 0;
    if (x == x && x != previous) {
      store<f64>(values + (<usize>distinct << 3), x);
      previous = x;
      distinct++;
    }
    store<i32>(codes + (row << 2), x == x ? distinct - 1 : distinct);
  }
  return distinct;
}
