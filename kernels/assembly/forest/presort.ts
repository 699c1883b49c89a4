import { areEqual, isKnown, sortEntries, sortScratch } from "../common/radix";
import { attributes, cellsOf, column, orderOf, placesOf, queue, readParams, rows, tiesOf } from "./params";

// Every attribute's rows sorted, their positions and ties: once for all trees. The threads take attributes from the queue.

export function presortScratch(n: i32): usize {
  return sortScratch(n);
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

/** Cells are far away from each other in sorted order: entries tell most of them apart. */
function sortAttribute(a: i32, scratch: usize): void {
  const cells = cellsOf(a);
  const entries = sortEntries(cells, rows, scratch);
  const order = orderOf(a);
  const places = placesOf(a);
  const ties = tiesOf(a);
  memory.fill(ties, 0, (<usize>rows + 7) >> 3);
  let known = 0;
  let previous: u64 = 0;
  for (let i = 0; i < rows; i++) {
    const entry = load<u64>(entries + (<usize>i << 3));
    const row = <usize>(<u32>entry);
    store<u32>(order + (<usize>i << 2), <u32>row);
    store<u32>(places + (row << 2), i);
    known += i32(isKnown(entry));
    if (i > 0 && areEqual(previous, entry, cells)) {
      mark(ties, <usize>(<u32>previous));
      mark(ties, row);
    }
    previous = entry;
  }
  store<i32>(column(a), known, 28);
}

@inline
function mark(bits: usize, row: usize): void {
  const at = bits + (row >> 3);
  store<u8>(at, <u8>(<u32>load<u8>(at) | (<u32>1 << (<u32>row & 7))));
}
