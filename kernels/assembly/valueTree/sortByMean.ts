import { Level, LEVEL_BYTES } from "./levels";

/** Levels up to which insertion is faster than merging. */
const FEW: i32 = 16;

@inline
function meanOf(levels: usize, which: i32): f64 {
  return changetype<Level>(levels + <usize>which * LEVEL_BYTES).mean;
}

@inline
function at(order: usize, i: i32): usize {
  return order + (<usize>i << 2);
}

/** Fills `order` (i32) with the levels in ascending order of their means, the lower code first on ties. */
export function sortByMean(levels: usize, size: i32, order: usize, other: usize): void {
  for (let from = 0; from < size; from += FEW) insertAll(levels, from, min(from + FEW, size), order);
  let sorted = order;
  let spare = other;
  for (let width = FEW; width < size; width <<= 1) {
    for (let from = 0; from < size; from += 2 * width) {
      merge(levels, sorted, from, min(from + width, size), min(from + 2 * width, size), spare);
    }
    const swap = sorted;
    sorted = spare;
    spare = swap;
  }
  if (sorted != order) memory.copy(order, sorted, <usize>size << 2);
}

function insertAll(levels: usize, from: i32, to: i32, order: usize): void {
  for (let i = from; i < to; i++) {
    const mean = meanOf(levels, i);
    let j = i;
    for (; j > from && meanOf(levels, load<i32>(at(order, j - 1))) > mean; j--) {
      store<i32>(at(order, j), load<i32>(at(order, j - 1)));
    }
    store<i32>(at(order, j), i);
  }
}

/** Stable: of equal means, the one from the first part comes first. */
function merge(levels: usize, order: usize, from: i32, middle: i32, end: i32, into: usize): void {
  let a = from;
  let b = middle;
  for (let i = from; i < end; i++) {
    const first = load<i32>(at(order, min(a, middle - 1)));
    const second = load<i32>(at(order, min(b, end - 1)));
    const takeSecond = b < end && (a >= middle || meanOf(levels, second) < meanOf(levels, first));
    store<i32>(at(into, i), takeSecond ? second : first);
    if (takeSecond) b++;
    else a++;
  }
}
