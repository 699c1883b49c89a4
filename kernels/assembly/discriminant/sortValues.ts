import { narrowKey, sortColumn, sortScratch, wideKey } from "../common/radix";

// The order of the values of a node, by methods that suit its size.

/** Up to this many values are sorted by insertion, and up to so many by digits of eight bits. */
const FEW: i32 = 32;
const SOME: i32 = 1500;
const TABLE: usize = 1024;

@inline
export function valueScratch(most: i32): usize {
  return sortScratch(max(most, SOME));
}

/** Positions (u32) in ascending order of their values, equal values in the order of the positions. */
export function sortValues(values: usize, n: i32, order: usize, scratch: usize): void {
  if (n <= FEW) {
    for (let i = 0; i < n; i++) store<u32>(order + (<usize>i << 2), i);
    settle(values, n, order);
  } else if (n <= SOME) sortSome(values, n, order, scratch);
  else sortColumn(values, n, order, scratch);
}

/** Insertion. The values are nearly sorted already, or few. */
export function settle(values: usize, n: i32, order: usize): void {
  for (let i = 1; i < n; i++) {
    const own = load<u32>(order + (<usize>i << 2));
    const key = wideKey(load<f64>(values + (<usize>own << 3)));
    let at = order + (<usize>i << 2);
    while (at > order) {
      const before = load<u32>(at - 4);
      if (wideKey(load<f64>(values + (<usize>before << 3))) <= key) break;
      store<u32>(at, before);
      at -= 4;
    }
    store<u32>(at, own);
  }
}

/** By the nearest single in four passes; values with the same one are settled afterwards. */
export function sortSome(values: usize, n: i32, order: usize, scratch: usize): void {
  const a = scratch + 4 * TABLE;
  const b = a + (<usize>n << 3);
  memory.fill(scratch, 0, 4 * TABLE);
  for (let i = 0; i < n; i++) {
    const key = narrowKey(load<f64>(values + (<usize>i << 3)));
    store<u64>(a + (<usize>i << 3), (<u64>key << 32) | i);
    for (let pass = 0; pass < 4; pass++) {
      const counter = scratch + <usize>pass * TABLE + (<usize>((key >> (8 * pass)) & 255) << 2);
      store<u32>(counter, load<u32>(counter) + 1);
    }
  }
  let from = a;
  let to = b;
  for (let pass = 0; pass < 4; pass++) {
    place(from, to, n, scratch + <usize>pass * TABLE, 32 + 8 * pass);
    const other = from;
    from = to;
    to = other;
  }
  for (let i = 0; i < n; i++) store<u32>(order + (<usize>i << 2), <u32>load<u64>(a + (<usize>i << 3)));
  settle(values, n, order);
}

export function place(from: usize, to: usize, n: i32, counters: usize, shift: i32): void {
  let total: u32 = 0;
  for (let at = counters; at < counters + TABLE; at += 4) {
    const count = load<u32>(at);
    store<u32>(at, total);
    total += count;
  }
  for (let i = 0; i < n; i++) {
    const entry = load<u64>(from + (<usize>i << 3));
    const counter = counters + (<usize>(<u32>(entry >> shift) & 255) << 2);
    const p = load<u32>(counter);
    store<u32>(counter, p + 1);
    store<u64>(to + (<usize>p << 3), entry);
  }
}
