// Sorting every attribute's entries, once. Attributes are distributed among the threads.
import { leaveIfStopped } from "../common/control";
import { sortColumn } from "../common/radix";
import { sorting } from "./arena";
import { rowOf } from "./entries";
import { codesOf } from "./codes";
import { IN_ENTRIES, isNominal, job, levelsOf, NEXT_BLOCK, NEXT_COLUMN, rowBytes } from "./job";

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

function sortList(column: usize, list: usize, attribute: i32): void {
  const n = job.n;
  const order = sorting;
  sortColumn(column, n, order, sorting + (((<usize>n << 2) + 63) & ~63));
  fillList(order, list);
  const last = rowOf<u64>(list, n - 1);
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
  fillList(order, list);
  // The missing ones begin where the last level ends.
  store<u8>(job.gaps + <usize>attribute, load<u32>(starts + ((levels - 1) << 2)) < <u32>n ? 1 : 0);
}

/** The entries of rows (u32) in their order. */
export function fillList(order: usize, list: usize): void {
  const entries = job.units;
  for (let i: usize = 0; i < <usize>job.n; i++) {
    store<u64>(list + (i << 3), load<u64>(entries + (<usize>load<u32>(order + (i << 2)) << 3)));
  }
}

/** Replaces the rows' units by their entries: unit, weight and row in one. */
export function packRows(): void {
  const base = job.base;
  const shift = <u64>job.shift;
  const rowBits = <u64>job.rowBits;
  const weights = job.weighted == IN_ENTRIES ? job.weights : 0;
  for (let row: usize = 0; row < <usize>job.n; row++) {
    const at = job.units + (row << 3);
    const unit = <u64>(<i64>(load<f64>(at) - base));
    const weight = weights ? <u64>load<u8>(weights + row) << rowBits : 0;
    store<u64>(at, (unit << shift) | weight | <u64>row);
  }
}

@inline
function bump(counters: usize, digit: u32): void {
  const place = counters + (<usize>digit << 2);
  store<u32>(place, load<u32>(place) + 1);
}
