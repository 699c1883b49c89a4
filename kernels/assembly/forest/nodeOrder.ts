import { take } from "./arena";
import { knownRows, orderOf, placesOf, rows } from "./params";

// The rows of a large node in the order of an attribute. A node with much of the table finds them by a pass over the whole
// table's order. One with little of it would visit mostly other rows, and so often that the time of a tree would grow with
// the square of the table: its rows are sorted by their places in that order.

/** A node with less than this share of the rows, as a power of ½, is sorted: so it takes about as long. */
const SHARE: i32 = 5;
/** Bits of a digit. */
const BITS: u32 = 12;
const DIGITS: usize = 1 << BITS;

let keys: usize = 0;
let spare: usize = 0;
let counts: usize = 0;

/** Where the sorted rows are (u32), and how many of them, the first ones, have a known value. */
export let sorted: usize = 0;
export let sortedKnown: i32 = 0;

@inline
export function isSorted(n: i32): bool {
  return n < rows >> SHARE;
}

export function takeNodeOrder(): void {
  const most = <usize>(rows >> SHARE);
  keys = take(most << 2);
  spare = take(most << 2);
  counts = take(DIGITS << 2);
}

/** Sorts a node's rows. The result is valid until the next call. */
export function sortNode(a: i32, ids: usize, n: i32): void {
  const places = placesOf(a);
  for (let i: usize = 0; i < <usize>n << 2; i += 4)
    store<u32>(keys + i, load<u32>(places + (<usize>load<u32>(ids + i) << 2)));
  let from = keys;
  let to = spare;
  for (let shift: u32 = 0; <u32>(rows - 1) >> shift != 0; shift += BITS) {
    sortDigit(from, to, n, shift);
    const held = from;
    from = to;
    to = held;
  }
  placesToRows(from, n, orderOf(a), <u32>knownRows(a));
}

function placesToRows(places: usize, n: i32, order: usize, firstMissing: u32): void {
  let known = 0;
  for (let at = places; at < places + (<usize>n << 2); at += 4) {
    const place = load<u32>(at);
    known += i32(place < firstMissing);
    store<u32>(at, load<u32>(order + (<usize>place << 2)));
  }
  sorted = places;
  sortedKnown = known;
}

function sortDigit(from: usize, to: usize, n: i32, shift: u32): void {
  const mask = <u32>DIGITS - 1;
  memory.fill(counts, 0, DIGITS << 2);
  const end = from + (<usize>n << 2);
  for (let at = from; at < end; at += 4) {
    const count = counts + (<usize>((load<u32>(at) >> shift) & mask) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  let total: u32 = 0;
  for (let at = counts; at < counts + (DIGITS << 2); at += 4) {
    const count = load<u32>(at);
    store<u32>(at, total);
    total += count;
  }
  for (let at = from; at < end; at += 4) {
    const key = load<u32>(at);
    const next = counts + (<usize>((key >> shift) & mask) << 2);
    const place = load<u32>(next);
    store<u32>(next, place + 1);
    store<u32>(to + (<usize>place << 2), key);
  }
}
