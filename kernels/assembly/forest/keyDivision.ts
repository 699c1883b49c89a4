import { tableRow } from "./blockNumbers";
import { highs, keyOf, laneAttribute, lefts, lows, nearEntries, nodeKeys, rights, step } from "./keyCuts";
import { exactOf } from "./keys";
import { endNotes, noteEnd, startEnds } from "./endNotes";
import { divideNumbers } from "./numberDivision";
import { cellsOf } from "./params";

// How a cut divides a node's rows, by the keys that were gathered for it (keyCuts.ts). T: an entry (rowLists.ts).

/** If the cut that rows were divided by last is not known: the rows of the table with the least and the greatest cell. */
export let lowRow: u32 = 0;
export let highRow: u32 = 0;

/**
 * The rows left of a lane's cut from the start of `to` upwards, the others from its end downwards. Returns how many go left. A cut
 * that is NaN has no keys near to it: the rows that it is between are found on the way, but not their cells, which are far away.
 */
export function divideKeys<T>(from: usize, to: usize, n: i32, lane: i32, cut: f64): i32 {
  if (sizeof<T>() == 2) {
    const nLeft = divideNumbers(from, to, n, lane, cut);
    if (cut != cut) noteRows<T>(from, lane);
    return nLeft;
  }
  if (cut == cut) return divideNear<T>(from, to, n, lane, cut);
  const nLeft = divideClear<T>(from, to, n, lane);
  noteRows<T>(from, lane);
  return nLeft;
}

/** By a cut that keys may be near to. */
function divideNear<T>(from: usize, to: usize, n: i32, lane: i32, cut: f64): i32 {
  const a = laneAttribute(lane);
  const left = keyOf(lefts, lane);
  const right = keyOf(rights, lane);
  const bytes = step;
  let keys = nodeKeys + (<usize>lane << 1);
  const end = from + <usize>n * sizeof<T>();
  let first = to;
  let last = to + (<usize>n - 1) * sizeof<T>();
  for (let at = from; at < end; at += sizeof<T>(), keys += bytes) {
    const entry = load<T>(at);
    const key = <i32>load<i16>(keys);
    let goes = <usize>i32(key < left) * sizeof<T>();
    if (key >= left && key < right) goes = <usize>i32(exactOf(<u32>entry, a) <= cut) * sizeof<T>();
    store<T>(first, entry);
    store<T>(last, entry);
    first += goes;
    last += goes - sizeof<T>();
  }
  return <i32>((first - to) / sizeof<T>());
}

/** All keys are on a sure side. The entries with the least and the greatest key are noted. */
function divideClear<T>(from: usize, to: usize, n: i32, lane: i32): i32 {
  const left = keyOf(lefts, lane);
  const low = keyOf(lows, lane);
  const between = <u32>(keyOf(highs, lane) - low - 1);
  const bytes = step;
  let keys = nodeKeys + (<usize>lane << 1);
  const end = from + <usize>n * sizeof<T>();
  let first = to;
  let last = to + (<usize>n - 1) * sizeof<T>();
  startEnds();
  for (let at = from; at < end; at += sizeof<T>(), keys += bytes) {
    const entry = load<T>(at);
    const key = <i32>load<i16>(keys);
    const goes = <usize>i32(key < left) * sizeof<T>();
    store<T>(first, entry);
    store<T>(last, entry);
    first += goes;
    last += goes - sizeof<T>();
    // The least or the greatest key.
    if (<u32>(key - low - 1) >= between) noteEnd(at);
  }
  return <i32>((first - to) / sizeof<T>());
}

const NO_ROW: u32 = 0xffffffff;

/** Finds the rows that a cut is between. Of noted rows with one key, the cells decide. */
function noteRows<T>(from: usize, lane: i32): void {
  const cells = cellsOf(laneAttribute(lane));
  const low = keyOf(lows, lane);
  lowRow = NO_ROW;
  highRow = NO_ROW;
  for (let noted = nearEntries; noted < endNotes; noted += 4) {
    const entry = <usize>load<u32>(noted);
    const row = tableRow(<u32>load<T>(entry));
    const x = cells + (<usize>row << 3);
    if (keyOf(nodeKeys + ((entry - from) / sizeof<T>()) * step, lane) == low) {
      if (lowRow == NO_ROW || load<f64>(x) < load<f64>(cells + (<usize>lowRow << 3))) lowRow = row;
    } else if (highRow == NO_ROW || load<f64>(x) > load<f64>(cells + (<usize>highRow << 3))) highRow = row;
  }
}
