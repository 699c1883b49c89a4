// A sorted sample of each numeric column, and where its bins end.

import { sortColumn } from "../common/radix";

/** Words of a column's result: how many edges it has, then their places in the sorted sample. */
const WORDS: usize = 256;

export function edgeRoom(columns: i32): usize {
  return (<usize>columns * WORDS) << 2;
}

/** Sorts columns of n doubles and divides them into bins; threads take columns in turn, each with its own scratch. */
export function sampleEdges(
  thread: i32,
  threads: i32,
  columns: usize,
  count: i32,
  n: i32,
  bins: i32,
  edges: usize,
  scratches: usize,
  scratchBytes: usize,
): void {
  const scratch = scratches + <usize>thread * scratchBytes;
  for (let c = thread; c < count; c += threads) {
    const cells = columns + ((<usize>c * <usize>n) << 3);
    sort(cells, n, scratch);
    placeEdges(cells, n, bins, edges + edgeRoom(c));
  }
}

function sort(cells: usize, n: i32, order: usize): void {
  if (sortWhole(cells, n, order)) return;
  const sorted = order + (<usize>n << 2) + 64;
  const scratch = sorted + (<usize>n << 3);
  sortColumn(cells, n, order, scratch);
  for (let i: usize = 0; i < <usize>n; i++) {
    store<f64>(sorted + (i << 3), load<f64>(cells + (<usize>load<u32>(order + (i << 2)) << 3)));
  }
  memory.copy(cells, sorted, <usize>n << 3);
}

/** Whole numbers are counted if they extend over at most so many times as many values as there are cells. */
const SPREAD: f64 = 4;

/** Sorts cells that are whole numbers, or missing, by counting them; returns whether they are. NaN comes last. */
function sortWhole(cells: usize, n: i32, counts: usize): bool {
  const end = cells + (<usize>n << 3);
  let least = f64.MAX_VALUE;
  let most = -f64.MAX_VALUE;
  for (let at = cells; at < end; at += 8) {
    const x = load<f64>(at);
    if (x != x) continue;
    if (Math.floor(x) != x || abs(x) > 2147483647) return false;
    least = min(least, x);
    most = max(most, x);
  }
  const extent = most - least;
  if (extent >= SPREAD * <f64>n) return false;
  const values = extent < 0 ? 0 : <i32>extent + 1;
  memory.fill(counts, 0, <usize>values << 2);
  for (let at = cells; at < end; at += 8) {
    const x = load<f64>(at);
    if (x != x) continue;
    const count = counts + (<usize>(<i32>(x - least)) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  writeCounted(cells, end, counts, values, least);
  return true;
}

/** Writes each value as often as it was counted, then NaN. */
function writeCounted(cells: usize, end: usize, counts: usize, values: i32, least: f64): void {
  let at = cells;
  for (let v = 0; v < values; v++) {
    const stop = at + (<usize>load<u32>(counts + (<usize>v << 2)) << 3);
    for (const x = least + <f64>v; at < stop; at += 8) store<f64>(at, x);
  }
  for (; at < end; at += 8) store<f64>(at, NaN);
}

let known: i32 = 0;
let distinct: i32 = 0;

@inline
function at(cells: usize, i: i32): f64 {
  return load<f64>(cells + (<usize>i << 3));
}

/** How many cells are known and finite, and how many of them differ. */
function countDistinct(cells: usize, n: i32): void {
  known = 0;
  distinct = 0;
  while (known < n && at(cells, known) <= f64.MAX_VALUE) {
    if (known == 0 || at(cells, known) != at(cells, known - 1)) distinct++;
    known++;
  }
}

/** Where the cells equal to the one at `start` end. */
@inline
function endOfRun(cells: usize, start: i32): i32 {
  let end = start + 1;
  while (end < known && at(cells, end) == at(cells, start)) end++;
  return end;
}

/** Twin of edgePlaces in src/learn/ensemble/boost/bins.ts. */
function placeEdges(cells: usize, n: i32, bins: i32, to: usize): void {
  countDistinct(cells, n);
  let made = 0;
  let rest = <f64>known;
  let start = 0;
  let end = endOfRun(cells, 0);
  while (end < known && made + 1 < bins) {
    const next = endOfRun(cells, end);
    const due = rest / <f64>(bins - made);
    if (distinct <= bins || <f64>(end - start) >= due || <f64>(next - end) >= due) {
      store<i32>(to + (<usize>(++made) << 2), end);
      rest -= <f64>(end - start);
      start = end;
    }
    end = next;
  }
  store<i32>(to, made);
}
