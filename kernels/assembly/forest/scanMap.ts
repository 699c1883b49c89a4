import { take } from "./arena";
import { isSorted, sorted, sortedBytes, sortedKnown, sortPlaces } from "./nodeOrder";
import { hasMissing, knownRows, orderOf, placesOf, rows } from "./params";
import { endScan, isTie, knownP, knownW, mayReach, noteTwo, reach, startScan } from "./scanTwo";
import { differ, useTies } from "./ties";

// The best cut on an attribute at a large node of two classes. The node's rows are scattered over a map with a byte
// per position of the attribute's order, or are sorted first (nodeOrder.ts), which makes a map without gaps; a pass over the
// map visits them in order.

/** Scans read whole blocks. */
export const PAD: usize = 128;

/** By position: weight << 1 | class; 0 if it is not a row of the node. */
let map: usize = 0;
let tableMap: usize = 0;
/** The attribute's order; by position: where it is in it (u32), unless that is 0: then it is the position itself. */
let order: usize = 0;
let places: usize = 0;
/** The positions, and how many of them, the first ones, have a known value. */
let positions: i32 = 0;
let known: i32 = 0;
/** By row: the same. */
let bytes: usize = 0;

export function takeRowBytes(): void {
  bytes = take(<usize>rows);
}

export function takeMap(): void {
  tableMap = take(<usize>rows + PAD);
}

/** Reads the rows' bytes from their masses; false if a weight is too large for them. */
export function loadBytes(mass: usize): bool {
  let most: u32 = 0;
  for (let row: usize = 0; row < <usize>rows; row++) {
    const word = load<u64>(mass + (row << 3));
    most = max(most, <u32>word);
    store<u8>(bytes + row, <u8>((<u32>word << 1) | (word >> 32 != 0 ? 1 : 0)));
  }
  return most < 128;
}

/** 0: the known cells are all equal. 1: a cut was entered. 2: one that leaves no impurity. */
export function examineMap(a: i32, ids: usize, n: i32, sums: usize): i32 {
  order = orderOf(a);
  if (isSorted(n)) sortMap(a, ids, n);
  else fillMap(a, ids, n);
  let first = 0;
  while (first < known && load<u8>(map + <usize>first) == 0) first++;
  let last = known - 1;
  while (last > first && load<u8>(map + <usize>last) == 0) last--;
  useTies(a);
  if (last <= first || !differ(rowAt(first), rowAt(last))) return 0;
  let zero = load<f64>(sums);
  let one = load<f64>(sums, 8);
  if (hasMissing(a)) {
    for (let place = known; place < positions; place++) {
      const byte = <u32>load<u8>(map + <usize>place);
      if (byte & 1) one -= <f64>(byte >> 1);
      else zero -= <f64>(byte >> 1);
    }
    memory.fill(map + <usize>known, 0, 64); // the last block has only known rows
  }
  startScan(zero + one, one);
  scan(first, last);
  return endScan(a) ? 2 : 1;
}

function fillMap(a: i32, ids: usize, n: i32): void {
  map = tableMap;
  places = 0;
  positions = rows;
  known = knownRows(a);
  memory.fill(map, 0, <usize>rows + PAD);
  const placeOf = placesOf(a);
  const end = ids + (<usize>n << 2);
  for (let at = ids; at < end; at += 4) {
    const row = <usize>load<u32>(at);
    store<u8>(map + <usize>load<u32>(placeOf + (row << 2)), load<u8>(bytes + row));
  }
}

function sortMap(a: i32, ids: usize, n: i32): void {
  sortPlaces(a, ids, n, bytes);
  map = sortedBytes;
  places = sorted;
  positions = n;
  known = sortedKnown;
  memory.fill(map + <usize>n, 0, PAD);
}

@inline
function rowAt(position: i32): u32 {
  const place = places ? load<u32>(places + (<usize>position << 2)) : <u32>position;
  return load<u32>(order + (<usize>place << 2));
}

@inline
function sumOf(v: v128): i32 {
  const pairs = i32x4.extadd_pairwise_i16x8_u(v);
  const two = i32x4.add(pairs, i8x16.shuffle(pairs, pairs, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
}

/** 64 positions at a time. */
function scan(first: i32, last: i32): void {
  const bit = i8x16.splat(1);
  const none = i8x16.splat(0);
  let w = 0;
  let one = 0;
  for (let i = first & ~63; i <= last; i += 64) {
    let weights = none;
    let ones = none;
    const from = map + <usize>i;
    for (let o: usize = 0; o < 64; o += 16) {
      const v = v128.load(from + o);
      const weight = i8x16.shr_u(v, 1);
      weights = i16x8.add(weights, i16x8.extadd_pairwise_i8x16_u(weight));
      const ofOne = v128.and(weight, i8x16.sub(none, v128.and(v, bit)));
      ones = i16x8.add(ones, i16x8.extadd_pairwise_i8x16_u(ofOne));
    }
    const blockW = sumOf(weights);
    if (blockW == 0) continue;
    const blockOne = sumOf(ones);
    const D = <f64>one * knownW - <f64>w * knownP;
    if (mayReach(D, <f64>w, <f64>blockOne, <f64>(blockW - blockOne)))
      scanPlaces(max(i, first), min(i + 63, last), w, one);
    w += blockW;
    one += blockOne;
  }
}

/** The cuts before the positions from … to, after weight w of which `one` is of class 1. */
function scanPlaces(from: i32, to: i32, before: i32, beforeOne: i32): void {
  let w = before;
  let one = beforeOne;
  let previous = from - 1;
  if (w > 0) while (load<u8>(map + <usize>previous) == 0) previous--;
  for (let place = from; place <= to; place++) {
    const byte = <i32>load<u8>(map + <usize>place);
    if (byte == 0) continue;
    const D = <f64>one * knownW - <f64>w * knownP;
    const product = <f64>w * (knownW - <f64>w);
    if (w > 0 && D * D > reach * product && !isTie(D * D, product)) {
      const low = rowAt(previous);
      const high = rowAt(place);
      if (differ(low, high)) noteTwo(0, low, high, <f64>w, <f64>one, D * D, product);
    }
    w += byte >> 1;
    one += byte & 1 ? byte >> 1 : 0;
    previous = place;
  }
}
