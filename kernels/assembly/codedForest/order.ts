import { take } from "../forest/arena";

// The levels of a tally in ascending order of a key, the lower level first among equals.

/** Orders up to this long are sorted by insertion. */
const SHORT: i32 = 24;

/** Keys by level (f64); the order (u32); and scratch for merging. */
export let keys: usize = 0;
export let order: usize = 0;
let spare: usize = 0;

export function takeOrder(levels: i32): void {
  keys = take(<usize>levels << 3);
  order = take(<usize>levels << 2);
  spare = take(<usize>levels << 2);
}

@inline
export function orderedAt(i: i32): i32 {
  return load<i32>(order + (<usize>i << 2));
}

@inline
export function setKey(level: i32, key: f64): void {
  store<f64>(keys + (<usize>level << 3), key);
}

@inline
function keyOf(level: u32): f64 {
  return load<f64>(keys + (<usize>level << 3));
}

export function sortLevels(m: i32): void {
  for (let from = 0; from < m; from += SHORT) insertAll(from, min(from + SHORT, m));
  for (let run = SHORT; run < m; run <<= 1) {
    for (let from = 0; from + run < m; from += run << 1) merge(from, from + run, min(from + (run << 1), m));
  }
}

function insertAll(from: i32, end: i32): void {
  for (let i = from; i < end; i++) {
    const key = keyOf(i);
    let at = order + (<usize>i << 2);
    const first = order + (<usize>from << 2);
    while (at > first && keyOf(load<u32>(at - 4)) > key) {
      store<u32>(at, load<u32>(at - 4));
      at -= 4;
    }
    store<u32>(at, i);
  }
}

/** Two neighbouring runs into one; on a tie the first run's level, which is lower, comes first. */
function merge(from: i32, middle: i32, end: i32): void {
  const taken = <usize>(middle - from) << 2;
  memory.copy(spare, order + (<usize>from << 2), taken);
  let a = spare;
  const aEnd = spare + taken;
  let b = order + (<usize>middle << 2);
  const bEnd = order + (<usize>end << 2);
  let to = order + (<usize>from << 2);
  while (a < aEnd) {
    if (b < bEnd && keyOf(load<u32>(b)) < keyOf(load<u32>(a))) {
      store<u32>(to, load<u32>(b));
      b += 4;
    } else {
      store<u32>(to, load<u32>(a));
      a += 4;
    }
    to += 4;
  }
}
