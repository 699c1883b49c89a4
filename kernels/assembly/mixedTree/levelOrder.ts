import { mostLevels } from "./job";
import { cellsOf, levels, levelWeight } from "./levels";
import { known, knownWeight, present } from "./search";

// Orders of the levels: by the share of one class, or by that of the most frequent classes together.

/** By level: its key (f64); the levels in order (u32), and room for sorting. */
let keys: usize = 0;
let order: usize = 0;
let other: usize = 0;
/** A byte per class that occurs: whether it is one of the most frequent. */
let frequent: usize = 0;

export function orderScratch(classes: i32): usize {
  return <usize>mostLevels() * 16 + (<usize>classes << 2) + 192;
}

export function useOrderScratch(at: usize): void {
  const most = <usize>mostLevels();
  keys = at;
  order = keys + (most << 3);
  other = order + (most << 2);
  frequent = other + (most << 2);
}

@inline
export function orderAt(i: i32): i32 {
  return load<i32>(order + (<usize>i << 2));
}

@inline
function keyOf(level: usize): f64 {
  return load<f64>(keys + (level << 3));
}

/** Orders the levels by the share that the class at this place has of them. */
export function orderByShare(place: i32): void {
  for (let level = 0; level < levels; level++) {
    const share = load<f64>(cellsOf(level) + (<usize>place << 3)) / levelWeight(level);
    store<f64>(keys + (<usize>level << 3), share);
  }
  sort();
}

/** Orders the levels by the share of the most frequent classes, which make up half of the known weight. */
export function orderByHalf(): void {
  const half = knownWeight / 2;
  for (let level = 0; level < levels; level++) store<f64>(keys + (<usize>level << 3), 0);
  memory.fill(frequent, 0, <usize>present);
  for (let weight: f64 = 0; weight < half; ) {
    let place = -1;
    for (let k = 0; k < present; k++) {
      if (load<u8>(frequent + <usize>k) != 0) continue;
      if (place < 0 || weightOf(k) > weightOf(place)) place = k;
    }
    if (place < 0) break;
    store<u8>(frequent + <usize>place, 1);
    weight += weightOf(place);
    for (let level = 0; level < levels; level++) {
      const p = keys + (<usize>level << 3);
      store<f64>(p, load<f64>(p) + load<f64>(cellsOf(level) + (<usize>place << 3)));
    }
  }
  for (let level = 0; level < levels; level++) {
    const p = keys + (<usize>level << 3);
    store<f64>(p, load<f64>(p) / levelWeight(level));
  }
  sort();
}

@inline
function weightOf(place: i32): f64 {
  return load<f64>(known + (<usize>place << 3));
}

/** Levels sorted by insertion before they are merged. */
const RUN: i32 = 16;

/** Ascending by key, the lower level first among equals: every step is stable. */
function sort(): void {
  for (let from = 0; from < levels; from += RUN) insert(from, min(from + RUN, levels));
  for (let width = RUN; width < levels; width <<= 1) {
    for (let from = 0; from < levels; from += 2 * width) {
      merge(from, min(from + width, levels), min(from + 2 * width, levels));
    }
    const merged = other;
    other = order;
    order = merged;
  }
}

function insert(from: i32, to: i32): void {
  for (let i = from; i < to; i++) {
    const key = keyOf(<usize>i);
    let at = order + (<usize>i << 2);
    for (const first = order + (<usize>from << 2); at > first; at -= 4) {
      const before = load<u32>(at - 4);
      if (!(keyOf(<usize>before) > key)) break;
      store<u32>(at, before);
    }
    store<u32>(at, <u32>i);
  }
}

function merge(from: i32, middle: i32, to: i32): void {
  let a = order + (<usize>from << 2);
  let b = order + (<usize>middle << 2);
  const endA = b;
  const endB = order + (<usize>to << 2);
  let out = other + (<usize>from << 2);
  while (a < endA && b < endB) {
    const second = keyOf(<usize>load<u32>(b)) < keyOf(<usize>load<u32>(a));
    store<u32>(out, load<u32>(second ? b : a));
    out += 4;
    if (second) b += 4;
    else a += 4;
  }
  memory.copy(out, a, endA - a);
  memory.copy(out + (endA - a), b, endB - b);
}
