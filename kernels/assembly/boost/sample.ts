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
  const sorted = order + (<usize>n << 2) + 64;
  const scratch = sorted + (<usize>n << 3);
  sortColumn(cells, n, order, scratch);
  for (let i: usize = 0; i < <usize>n; i++) {
    store<f64>(sorted + (i << 3), load<f64>(cells + (<usize>load<u32>(order + (i << 2)) << 3)));
  }
  memory.copy(cells, sorted, <usize>n << 3);
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
