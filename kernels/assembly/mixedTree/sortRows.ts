import { counters } from "./arena";
import { codeCount, codesOf, isCounted, listsA, noteMissing, rows, thread, threads, used, weightOf } from "./job";

/** Bytes of a wide list. */
@inline
export function wideBytes(): usize {
  return <usize>used << 2;
}

/** This thread's part of the attributes from `from` to `end`. */
export function sortRows(from: i32, end: i32): void {
  for (let a = from + thread; a < end; a += threads) {
    if (isCounted(a)) lookForMissing(a);
    else sortAttribute(a);
  }
}

function lookForMissing(attribute: i32): void {
  const codes = codesOf(attribute);
  const missing = codeCount(attribute);
  let found = false;
  for (let row: usize = 0; row < <usize>rows; row++) {
    if (load<u32>(codes + (row << 2)) == missing && weightOf(row) > 0) found = true;
  }
  noteMissing(attribute, found);
}

/** The rows that are used. */
export function listUsedRows(to: usize): void {
  for (let row: usize = 0; row < <usize>rows; row++) {
    if (!(weightOf(row) > 0)) continue;
    store<u32>(to, <u32>row);
    to += 4;
  }
}

/** The rows that are used, in the order of their codes, missing ones last, by counting. */
export function sortAttribute(attribute: i32): void {
  const codes = codesOf(attribute);
  const list = listsA + <usize>attribute * wideBytes();
  const starts = counters;
  const bytes = (<usize>codeCount(attribute) + 2) << 2;
  memory.fill(starts, 0, bytes);
  for (let row: usize = 0; row < <usize>rows; row++) {
    if (!(weightOf(row) > 0)) continue;
    const p = starts + (<usize>load<u32>(codes + (row << 2)) << 2);
    store<u32>(p, load<u32>(p, 4) + 1, 4);
  }
  noteMissing(attribute, load<u32>(starts + bytes - 4) > 0);
  for (let at = starts + 4; at < starts + bytes; at += 4) store<u32>(at, load<u32>(at) + load<u32>(at - 4));
  for (let row: usize = 0; row < <usize>rows; row++) {
    if (!(weightOf(row) > 0)) continue;
    const p = starts + (<usize>load<u32>(codes + (row << 2)) << 2);
    const place = load<u32>(p);
    store<u32>(p, place + 1);
    store<u32>(list + (<usize>place << 2), <u32>row);
  }
}
