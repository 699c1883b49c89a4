import { take } from "./arena";
import { knownRows, orderOf, placesOf, rows } from "./params";

// The rows of a large node in the order of an attribute. A node with much of the table finds them by a pass over the whole
// table's order. One with little of it would visit mostly other rows, and so often that the time of a tree would grow with
// the square of the table: its rows are sorted by their places in that order. What is known of a row by a byte is moved along with its
// place: later it would be far away.

/** A node with less than this share of the rows, as a power of ½, is sorted: so it takes about as long. */
const SHARE: i32 = 6;
/** Bits of a digit. */
const BITS: u32 = 12;
const DIGITS: usize = 1 << BITS;

/** Places (u32), and for each of them a byte; twice. */
let keys: usize = 0;
let keyBytes: usize = 0;
let spare: usize = 0;
let spareBytes: usize = 0;
let counts: usize = 0;

/** Where the sorted places are (u32), or their rows; the bytes; and how many of them, the first ones, have a known value. */
export let sorted: usize = 0;
export let sortedBytes: usize = 0;
export let sortedKnown: i32 = 0;

@inline
export function isSorted(n: i32): bool {
  return n < rows >> SHARE;
}

/** After the bytes there are so many that may be read and written. */
export function takeNodeOrder(pad: usize): void {
  const most = <usize>(rows >> SHARE);
  keys = take(most << 2);
  keyBytes = take(most + pad);
  spare = take(most << 2);
  spareBytes = take(most + pad);
  counts = take(DIGITS << 2);
}

/** Sorts the places of a node's rows, with their bytes. The result is valid until the next call. */
export function sortPlaces(a: i32, ids: usize, n: i32, bytes: usize): void {
  const places = placesOf(a);
  // Two loops: places are far away, and the less there is between them the more of them are fetched at once.
  for (let i: usize = 0; i < <usize>n << 2; i += 4)
    store<u32>(keys + i, load<u32>(places + (<usize>load<u32>(ids + i) << 2)));
  for (let i: usize = 0; i < <usize>n; i++)
    store<u8>(keyBytes + i, load<u8>(bytes + <usize>load<u32>(ids + (i << 2))));
  sorted = keys;
  sortedBytes = keyBytes;
  for (let shift: u32 = 0; <u32>(rows - 1) >> shift != 0; shift += BITS) {
    countDigit(n, shift);
    sortDigit(n, shift);
  }
  sortedKnown = countKnown(n, <u32>knownRows(a));
}

/** The same with the rows in place of their places; bytes are of no account. */
export function sortRows(a: i32, ids: usize, n: i32, bytes: usize): void {
  sortPlaces(a, ids, n, bytes);
  const order = orderOf(a);
  for (let at = sorted; at < sorted + (<usize>n << 2); at += 4)
    store<u32>(at, load<u32>(order + (<usize>load<u32>(at) << 2)));
}

@inline
function counterOf(place: u32, shift: u32): usize {
  return counts + (<usize>((place >> shift) & (<u32>DIGITS - 1)) << 2);
}

/** Where the places with each digit begin. */
function countDigit(n: i32, shift: u32): void {
  memory.fill(counts, 0, DIGITS << 2);
  for (let at = sorted; at < sorted + (<usize>n << 2); at += 4) {
    const count = counterOf(load<u32>(at), shift);
    store<u32>(count, load<u32>(count) + 1);
  }
  let total: u32 = 0;
  for (let at = counts; at < counts + (DIGITS << 2); at += 4) {
    const count = load<u32>(at);
    store<u32>(at, total);
    total += count;
  }
}

function sortDigit(n: i32, shift: u32): void {
  const from = sorted;
  const fromBytes = sortedBytes;
  const to = from == keys ? spare : keys;
  const toBytes = from == keys ? spareBytes : keyBytes;
  for (let i: usize = 0; i < <usize>n; i++) {
    const place = load<u32>(from + (i << 2));
    const next = counterOf(place, shift);
    const at = <usize>load<u32>(next);
    store<u32>(next, <u32>at + 1);
    store<u32>(to + (at << 2), place);
    store<u8>(toBytes + at, load<u8>(fromBytes + i));
  }
  sorted = to;
  sortedBytes = toBytes;
}

/** By binary search. */
function countKnown(n: i32, firstMissing: u32): i32 {
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<u32>(sorted + (<usize>middle << 2)) < firstMissing) low = middle + 1;
    else high = middle;
  }
  return low;
}
