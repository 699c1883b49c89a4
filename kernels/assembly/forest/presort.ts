import { rankColumn, sortColumn, sortScratch } from "../common/radix";
import { attributes, cellsOf, codesOf, column, orderOf, placesOf, queue, readParams, rows, tiesOf } from "./params";

// Every attribute's rows sorted, their ranks, positions and ties: once for all trees. The threads take attributes from the
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
  sortColumn(cellsOf(a), rows, order, scratch);
  const distinct = rankColumn(cellsOf(a), rows, order, codes, scratch + sortScratch(rows));
  store<i32>(column(a), distinct, 20);
  const places = placesOf(a);
  const ties = tiesOf(a);
  memory.fill(ties, 0, (<usize>rows + 7) >> 3);
  let known = 0;
  let previous: usize = 0;
  for (let i = 0; i < rows; i++) {
    const row = <usize>load<u32>(order + (<usize>i << 2));
    const code = load<i32>(codes + (row << 2));
    store<u32>(places + (row << 2), i);
    known += code < distinct ? 1 : 0;
    if (i > 0 && code == load<i32>(codes + (previous << 2))) {
      mark(ties, previous);
      mark(ties, row);
    }
    previous = row;
  }
  store<i32>(column(a), known, 28);
}

@inline
function mark(bits: usize, row: usize): void {
  const at = bits + (row >> 3);
  store<u8>(at, <u8>(<u32>load<u8>(at) | (<u32>1 << (<u32>row & 7))));
}
