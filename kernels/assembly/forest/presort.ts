import { rankColumn, sortColumn, sortScratch } from "../common/radix";
import { codesOf, columns, orderOf, placesOf, queue, readParams, rows, valuesOf, attributes, cellsOf, isOrdered } from "./params";

// Every attribute's rows in order, their ranks and places: once for all trees. The threads take attributes from the
// queue.

export function presortScratch(n: i32): usize {
  return sortScratch(n) + (<usize>n << 3);
}

/** `scratches` holds the address of each thread's scratch (u32). */
export function presort(thread: i32, threads: i32, at: usize, scratches: usize): void {
  readParams(at);
  const scratch = <usize>load<u32>(scratches + (<usize>thread << 2));
  for (;;) {
    const a = atomic.add<i32>(queue, 1);
    if (a >= attributes) return;
    sortAttribute(a, scratch);
  }
}

function sortAttribute(a: i32, scratch: usize): void {
  const order = orderOf(a);
  const codes = codesOf(a);
  // An ordered attribute's own codes are its cells: the ranks serve the search, the values name the codes again.
  sortColumn(cellsOf(a), rows, order, scratch);
  const distinct = rankColumn(cellsOf(a), rows, order, codes, valuesOf(a));
  const record = columns + (<usize>a << 5);
  store<i32>(record, distinct, 20);
  const places = placesOf(a);
  let known = 0;
  for (let i = 0; i < rows; i++) {
    const row = <usize>load<u32>(order + (<usize>i << 2));
    store<u32>(places + (row << 2), i);
    known += load<i32>(codes + (row << 2)) < distinct ? 1 : 0;
  }
  store<i32>(record, known, 28);
}
