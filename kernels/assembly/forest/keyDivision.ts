import { tableRow } from "./blockNumbers";
import { highs, keyOf, laneAttribute, lefts, lows, nearEntries, nodeKeys, rights, step } from "./keyCuts";
import { exactOf } from "./keys";
import { cellsOf } from "./params";

// How a cut divides a node's rows, by the keys that were gathered for it (keyCuts.ts).

/** If the cut that rows were divided by last is not known: the rows of the table with the least and the greatest cell. */
export let lowRow: u32 = 0;
export let highRow: u32 = 0;

/** The rows left of a lane's cut from the start of `to` upwards, the others from its end downwards. Returns how many go left. */
export function divideKeys(from: usize, to: usize, n: i32, lane: i32, cut: f64): i32 {
  return cut == cut ? divideNear(from, to, n, lane, cut) : divideClear(from, to, n, lane);
}

/** By a cut that keys may be near to. */
function divideNear(from: usize, to: usize, n: i32, lane: i32, cut: f64): i32 {
  const a = laneAttribute(lane);
  const left = keyOf(lefts, lane);
  const right = keyOf(rights, lane);
  const bytes = step;
  let keys = nodeKeys + (<usize>lane << 1);
  const end = from + (<usize>n << 3);
  let first = to;
  let last = to + ((<usize>n - 1) << 3);
  for (let at = from; at < end; at += 8, keys += bytes) {
    const entry = load<u64>(at);
    const key = <i32>load<i16>(keys);
    let goes = <usize>i32(key < left) << 3;
    if (key >= left && key < right) goes = <usize>i32(exactOf(<usize>(entry & 0xffffffff), a) <= cut) << 3;
    store<u64>(first, entry);
    store<u64>(last, entry);
    first += goes;
    last += goes - 8;
  }
  return <i32>((first - to) >> 3);
}

/** All keys are on a sure side. The rows of the least and the greatest cell are found on the way, but not their cells, which are far away. */
function divideClear(from: usize, to: usize, n: i32, lane: i32): i32 {
  const left = keyOf(lefts, lane);
  const low = keyOf(lows, lane);
  const between = <u32>(keyOf(highs, lane) - low - 1);
  const bytes = step;
  let keys = nodeKeys + (<usize>lane << 1);
  const end = from + (<usize>n << 3);
  let first = to;
  let last = to + ((<usize>n - 1) << 3);
  let noted = nearEntries;
  for (let at = from; at < end; at += 8, keys += bytes) {
    const entry = load<u64>(at);
    const key = <i32>load<i16>(keys);
    const goes = <usize>i32(key < left) << 3;
    store<u64>(first, entry);
    store<u64>(last, entry);
    first += goes;
    last += goes - 8;
    // The least or the greatest key.
    if (<u32>(key - low - 1) >= between) {
      store<u32>(noted, <u32>at);
      noted += 4;
    }
  }
  noteRows(from, noted, lane, low);
  return <i32>((first - to) >> 3);
}

const NO_ROW: u32 = 0xffffffff;

/** Of rows with one key, the cells decide. */
function noteRows(from: usize, end: usize, lane: i32, low: i32): void {
  const cells = cellsOf(laneAttribute(lane));
  lowRow = NO_ROW;
  highRow = NO_ROW;
  for (let noted = nearEntries; noted < end; noted += 4) {
    const entry = <usize>load<u32>(noted);
    const row = tableRow(<usize>load<u32>(entry));
    const x = cells + (<usize>row << 3);
    if (keyOf(nodeKeys + ((entry - from) >> 3) * step, lane) == low) {
      if (lowRow == NO_ROW || load<f64>(x) < load<f64>(cells + (<usize>lowRow << 3))) lowRow = row;
    } else if (highRow == NO_ROW || load<f64>(x) > load<f64>(cells + (<usize>highRow << 3))) highRow = row;
  }
}
