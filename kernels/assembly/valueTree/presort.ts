// Sorting every attribute's entries, once. Attributes are distributed among the threads.
import { leaveIfStopped } from "../common/control";
import { narrowKey, sortColumn } from "../common/radix";
import { sorting } from "./arena";
import { at } from "./entries";
import { codesOf } from "./codes";
import { IN_ENTRIES, isNominal, job, levelsOf, NEXT_BLOCK, NEXT_COLUMN, rowBytes } from "./job";

const DIGIT: u32 = 2047;
/** Bytes of one digit's counters. */
const TABLE: usize = 8192;

/** Rows that are copied to the table at a time: few enough to stay in the cache. */
const BLOCK: i32 = 1024;

export function sortLists(end: i32): void {
  for (;;) {
    const a = atomic.add<i32>(job.control + NEXT_COLUMN, 1);
    if (a >= end) {
      atomic.sub<i32>(job.control + NEXT_COLUMN, 1);
      return;
    }
    leaveIfStopped();
    const list = job.lists + ((<usize>a * <usize>job.n) << 3);
    if (isNominal(a)) sortLevels(codesOf<u64>(a), list, a);
    else sortList(job.cells + ((<usize>a * <usize>job.n) << 3), list, a);
  }
}

export function fillTable(): void {
  for (;;) {
    const from = BLOCK * atomic.add<i32>(job.control + NEXT_BLOCK, 1);
    if (from >= job.n) break;
    fillBlock(from, min(from + BLOCK, job.n));
  }
}

/** The rows from … to - 1, two attributes at a time. */
export function fillBlock(from: i32, to: i32): void {
  const bytes = rowBytes();
  const stride = <usize>job.n << 3;
  const end = job.table + <usize>to * bytes;
  let a = 0;
  for (; a + 1 < job.attributes; a += 2) {
    let cell = job.cells + <usize>a * stride + (<usize>from << 3);
    for (let out = job.table + <usize>from * bytes + (<usize>a << 3); out < end; out += bytes) {
      v128.store(out, v128.load64_lane(cell + stride, v128.load64_zero(cell), 1));
      cell += 8;
    }
  }
  if (a == job.attributes) return;
  let cell = job.cells + <usize>a * stride + (<usize>from << 3);
  for (let out = job.table + <usize>from * bytes + (<usize>a << 3); out < end; out += bytes) {
    store<f64>(out, load<f64>(cell));
    cell += 8;
  }
}

/** By the nearest single first, which is sufficient for most columns: the cells are then not read again. */
function sortList(column: usize, list: usize, attribute: i32): void {
  const n = job.n;
  const sorted = sorting + 3 * TABLE;
  sortKeys(column, sorted, sorted + (<usize>n << 3));
  if (settle(column, sorted)) {
    fillList(sorted, 8, list);
  } else {
    const order = sorting;
    sortColumn(column, n, order, sorting + (((<usize>n << 2) + 63) & ~63));
    fillList(order, 4, list);
  }
  const last = <usize>(load<u64>(at<u64>(list, n - 1)) & (((<u64>1) << <u64>job.rowBits) - 1));
  store<u8>(job.gaps + <usize>attribute, isNaN(load<f64>(column + (last << 3))) ? 1 : 0);
}

/** By counting. */
function sortLevels(codes: usize, list: usize, attribute: i32): void {
  const n = job.n;
  const order = sorting;
  const starts = sorting + (<usize>n << 2);
  const levels = <usize>levelsOf(attribute);
  memory.fill(starts, 0, (levels + 2) << 2);
  for (let row: usize = 0; row < <usize>n; row++) bump(starts + 4, <u32>load<u16>(codes + (row << 1)));
  for (let code: usize = 0; code < levels; code++) {
    const place = starts + (code << 2);
    store<u32>(place, load<u32>(place, 4) + load<u32>(place), 4);
  }
  for (let row: usize = 0; row < <usize>n; row++) {
    const place = starts + (<usize>load<u16>(codes + (row << 1)) << 2);
    const i = <usize>load<u32>(place);
    store<u32>(place, <u32>i + 1);
    store<u32>(order + (i << 2), <u32>row);
  }
  fillList(order, 4, list);
  // The missing ones begin where the last level ends.
  store<u8>(job.gaps + <usize>attribute, load<u32>(starts + ((levels - 1) << 2)) < <u32>n ? 1 : 0);
}

@inline
function cellOf(column: usize, entry: u64): f64 {
  return load<f64>(column + (<usize>(<u32>entry) << 3));
}

/** Sorts cells that share their nearest single; false if that takes too long. Stable for equal cells. */
export function settle(column: usize, sorted: usize): bool {
  let moves = 0;
  let before = load<u64>(sorted);
  for (let i = 1; i < job.n; i++) {
    const entry = load<u64>(at<u64>(sorted, i));
    const isNear = entry >> 32 == before >> 32;
    before = entry;
    if (!isNear) continue;
    const cell = cellOf(column, entry);
    let j = i;
    for (; j > 0; j--) {
      const lower = load<u64>(at<u64>(sorted, j - 1));
      if (lower >> 32 != entry >> 32 || !(cell < cellOf(column, lower))) break;
      store<u64>(at<u64>(sorted, j), lower);
      moves++;
    }
    store<u64>(at<u64>(sorted, j), entry);
    if (moves > 4 * job.n) return false;
  }
  return true;
}

/** Unit, weight and row in one, for rows (u32) that are `step` bytes apart. */
function fillList(rows: usize, step: usize, list: usize): void {
  const base = job.base;
  const shift = <u64>job.shift;
  const rowBits = <u64>job.rowBits;
  const units = job.units;
  const weights = job.weighted == IN_ENTRIES ? job.weights : 0;
  const end = at<u64>(list, job.n);
  let from = rows;
  for (let out = list; out < end; out += 8) {
    const row = <usize>load<u32>(from);
    const unit = <u64>(<i64>(load<f64>(units + (row << 3)) - base));
    const weight = weights ? <u64>load<u8>(weights + row) << rowBits : 0;
    store<u64>(out, (unit << shift) | weight | <u64>row);
    from += step;
  }
}

/** Keys with their rows, in the order of the keys, to `sorted`; `other` is a second buffer of the same size. */
function sortKeys(column: usize, sorted: usize, other: usize): void {
  const counters = sorting;
  const n = job.n;
  memory.fill(counters, 0, 3 * TABLE);
  for (let row = 0; row < n; row++) {
    const key = narrowKey(load<f64>(column + (<usize>row << 3)));
    store<u64>(at<u64>(other, row), (<u64>key << 32) | <u64>row);
    bump(counters, key & DIGIT);
    bump(counters + TABLE, (key >> 11) & DIGIT);
    bump(counters + 2 * TABLE, key >> 22);
  }
  for (let pass: usize = 0; pass < 3; pass++) startsOf(counters + pass * TABLE);
  sortBy(other, sorted, counters, 32);
  sortBy(sorted, other, counters + TABLE, 43);
  sortBy(other, sorted, counters + 2 * TABLE, 54);
}

@inline
function bump(counters: usize, digit: u32): void {
  const place = counters + (<usize>digit << 2);
  store<u32>(place, load<u32>(place) + 1);
}

function startsOf(counters: usize): void {
  let total: u32 = 0;
  for (let place = counters; place < counters + TABLE; place += 4) {
    const count = load<u32>(place);
    store<u32>(place, total);
    total += count;
  }
}

function sortBy(from: usize, to: usize, counters: usize, shift: u64): void {
  const end = at<u64>(from, job.n);
  for (let e = from; e < end; e += 8) {
    const entry = load<u64>(e);
    const place = counters + (<usize>(<u32>(entry >> shift) & DIGIT) << 2);
    const i = load<u32>(place);
    store<u32>(place, i + 1);
    store<u64>(to + (<usize>i << 3), entry);
  }
}
