import { hash, hashes } from "../common/chance";
import { field, pointer } from "../common/job";
import { sortColumn, sortScratch } from "../common/radix";

// What is in rows, as sums of hashes over their cells, and the order that chance gives to it: the twin of
// src/engine/contentKeys.ts and of `orderByContent` in src/engine/rowChoice.ts.

/**
 * Adds columns of codes to the sums of rows, each thread to its own. The job is doubles: the rows, the columns, the addresses
 * of both sums (u32 by row); then for each column the address of its codes (u32 by row) and its keys. Everything by row has
 * room for a multiple of four.
 */
export function add(thread: i32, threads: i32, job: usize): void {
  const groups = (<i64>field(job, 0) + 3) >> 2;
  const columns = <usize>field(job, 1);
  const from = <usize>((groups * thread) / threads) << 4;
  const end = <usize>((groups * (thread + 1)) / threads) << 4;
  for (let c: usize = 0; c < columns; c++) {
    const at = 4 + 3 * c;
    const codes = pointer(job, at);
    addCodes(codes, <u32>field(job, at + 1), pointer(job, 2), from, end);
    addCodes(codes, <u32>field(job, at + 2), pointer(job, 3), from, end);
  }
}

/** `from` and `end` are bytes. A function of its own, so that the host's optimised code takes over with the next column. */
export function addCodes(codes: usize, key: u32, sums: usize, from: usize, end: usize): void {
  for (let at = from; at < end; at += 16) {
    v128.store(sums + at, i32x4.add(v128.load(sums + at), hashes(key, v128.load(codes + at))));
  }
}

export function orderScratch(rows: i32, classes: i32): usize {
  return (<usize>rows << 3) + (<usize>rows << 2) + ((<usize>classes + 2) << 3) + sortScratch(rows);
}

/**
 * Writes the rows (u32) in the order of the hashes of their sums, class by class if there are classes (u32 by row). Equal
 * hashes are in the order of rows: returns whether there are some of rows that are not equal in their sums.
 */
export function order(
  rows: i32,
  first: usize,
  second: usize,
  key: u32,
  labels: usize,
  classes: i32,
  to: usize,
  scratch: usize,
): bool {
  const sorted = scratch + (<usize>rows << 3);
  const counters = sorted + (<usize>rows << 2);
  const sums = labels ? sorted : to;
  hashRows(rows, first, second, key, scratch);
  sortColumn(scratch, rows, sums, (counters + ((<usize>classes + 2) << 3)) & ~(<usize>7));
  const isUnsettled = haveUnequalTies(rows, first, second, scratch, sums);
  if (labels) classByClass(rows, sorted, labels, classes, to, counters);
  return isUnsettled;
}

/** As doubles, which the sort takes. */
export function hashRows(rows: i32, first: usize, second: usize, key: u32, to: usize): void {
  for (let row: usize = 0; row < <usize>rows; row++) {
    const one = hash(hash(key, load<u32>(first + (row << 2))), load<u32>(second + (row << 2)));
    store<f64>(to + (row << 3), <f64>one);
  }
}

function haveUnequalTies(rows: i32, first: usize, second: usize, cells: usize, order: usize): bool {
  let before = <usize>load<u32>(order);
  for (let i: usize = 1; i < <usize>rows; i++) {
    const row = <usize>load<u32>(order + (i << 2));
    const isTied = load<f64>(cells + (row << 3)) == load<f64>(cells + (before << 3));
    if (isTied && !(equalAt(first, row, before) && equalAt(second, row, before))) return true;
    before = row;
  }
  return false;
}

@inline
function equalAt(sums: usize, a: usize, b: usize): bool {
  return load<u32>(sums + (a << 2)) == load<u32>(sums + (b << 2));
}

/** Those of a class stay in their order. */
function classByClass(rows: i32, order: usize, labels: usize, classes: i32, to: usize, next: usize): void {
  memory.fill(next, 0, (<usize>classes + 1) << 2);
  for (let row: usize = 0; row < <usize>rows; row++) {
    const p = next + (<usize>load<u32>(labels + (row << 2)) << 2);
    store<u32>(p, load<u32>(p, 4) + 1, 4);
  }
  for (let c: usize = 4; c <= <usize>classes << 2; c += 4) store<u32>(next + c, load<u32>(next + c) + load<u32>(next + c - 4));
  for (let i: usize = 0; i < <usize>rows; i++) {
    const row = load<u32>(order + (i << 2));
    const p = next + (<usize>load<u32>(labels + (<usize>row << 2)) << 2);
    const place = load<u32>(p);
    store<u32>(p, place + 1);
    store<u32>(to + (<usize>place << 2), row);
  }
}
