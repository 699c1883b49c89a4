import { toGrid } from "../common/grid";
import { take } from "../forest/arena";
import { blockWords, pick } from "./blocks";
import { isClasses, quantum2, rows, target, width } from "../forest/params";
import { countsOf } from "../forest/queue";
import { criterion, GINI } from "../forest/classImpurity";
import { isCounted, isTwo, quantum1, weights } from "./params";
import {
  enterPlanes,
  layTable,
  mayHavePlanes,
  sumByPlanes,
  takeBlockPlanes,
  takePlanes,
  usePlanes,
} from "./planes";

// What rows add to sums. Two classes counted in whole rows have bits by row: class 1, and the digits of the count, so that
// a set of rows is counted by words; more classes of rows that count once have planes (planes.ts). Other rows have a word:
// class | count << 16; and weighted ones and numeric targets a record of doubles:
//
//   weight · weight·u · weight·u² · u, or the weight alone
//
// A level's record: classes u32 · counts u32 (u8 by row) · class 1 u32 · digits u32 (bits) · number of digits i32 · words
// u32 · masses u32
const LEVEL: usize = 28;
const MOST_LEVELS: usize = 32;
/** The digits of a count. */
const MOST_DIGITS: i32 = 8;

let levels: usize = 0;

/** Of the current block. */
let ones: usize = 0;
let digits: usize = 0;
let digitCount: usize = 0;
let words: usize = 0;
let masses: usize = 0;
/** Whether the current member has counts. */
let hasCounts: bool = false;
/** The table's rows have been loaded; again only for other counts. */
let isLoaded: bool = false;

@inline
function isByBits(): bool {
  return isTwo() && isCounted();
}

@inline
function massBytes(): usize {
  return isCounted() ? 0 : isClasses ? 8 : 32;
}

export function takeMasses(): void {
  takePlanes();
  levels = take(LEVEL * MOST_LEVELS);
  isLoaded = false;
}

export function takeBlockMasses(i: i32, padded: usize, isReal: bool): void {
  takeBlockPlanes(i, padded, isReal);
  const byBits = isByBits();
  const classes = take(byBits ? padded : 0);
  const counted = take(byBits ? padded : 0);
  const oneBits = take(byBits ? padded >> 3 : 0);
  const digitBits = take(byBits ? padded : 0);
  const ownWords = take(byBits || !isClasses ? 0 : padded << 2);
  const ownMasses = take(padded * massBytes());
  if (!isReal) return;
  const at = levels + <usize>i * LEVEL;
  store<u32>(at, <u32>classes);
  store<u32>(at, <u32>counted, 4);
  store<u32>(at, <u32>oneBits, 8);
  store<u32>(at, <u32>digitBits, 12);
  store<u32>(at, 0, 16);
  store<u32>(at, <u32>ownWords, 20);
  store<u32>(at, <u32>ownMasses, 24);
}

/** Makes what a level has current. */
@inline
export function useMasses(i: i32): void {
  const at = levels + <usize>i * LEVEL;
  ones = <usize>load<u32>(at, 8);
  digits = <usize>load<u32>(at, 12);
  digitCount = <usize>load<u32>(at, 16);
  words = <usize>load<u32>(at, 20);
  masses = <usize>load<u32>(at, 24);
  if (mayHavePlanes()) usePlanes(i);
}

/** Whether the current member's rows have planes. */
@inline
function arePlanes(): bool {
  return mayHavePlanes() && !hasCounts;
}

/** Whether tests are scored by planes. */
@inline
export function isByPlanes(): bool {
  return arePlanes() && criterion == GINI;
}

@inline
function classAt(row: i32): u32 {
  return <u32>load<u16>(target + (<usize>row << 1));
}

/** The set of the first n rows of the current block. */
export function fill(set: usize, n: i32): void {
  for (let w: usize = 0; w < blockWords; w++) store<u64>(set + (w << 3), <u64>-1);
  if ((n & 63) != 0) store<u64>(set + ((<usize>n >> 6) << 3), (<u64>1 << (<u64>n & 63)) - 1);
}

/** Before a tree, with the table as the current block: what its rows weigh; and the set of rows that count. Returns their number. */
export function loadMember(member: i32, bits: usize): i32 {
  const hadNone = isLoaded && !hasCounts;
  const counted = countsOf(member);
  hasCounts = counted != 0;
  isLoaded = true;
  if (!hasCounts) {
    if (!hadNone) loadRows();
    fill(bits, rows);
    return rows;
  }
  for (let w: usize = 0; w < blockWords; w++) store<u64>(bits + (w << 3), 0);
  let n = 0;
  for (let row = 0; row < rows; row++) {
    const count = <u32>load<u8>(counted + <usize>row);
    const at = bits + ((<usize>row >> 6) << 3);
    store<u64>(at, load<u64>(at) | (<u64>(count > 0) << (<u64>row & 63)));
    n += i32(count > 0);
    loadRow(row, count);
  }
  if (isByBits()) layBits(0, rows);
  return n;
}

/** All rows, once each. */
function loadRows(): void {
  if (mayHavePlanes()) return layTable(rows);
  if (!isByBits()) {
    for (let row = 0; row < rows; row++) loadRow(row, 1);
    return;
  }
  const classes = <usize>load<u32>(levels);
  // There is space beyond the last row.
  for (let row: usize = 0; row < <usize>rows; row += 16) {
    const from = target + (row << 1);
    v128.store(classes + row, i8x16.narrow_i16x8_u(v128.load(from), v128.load(from, 16)));
  }
  layBits(0, rows);
}

@inline
function loadRow(row: i32, count: u32): void {
  if (isByBits()) {
    store<u8>(<usize>load<u32>(levels) + <usize>row, <u8>classAt(row));
    store<u8>(<usize>load<u32>(levels, 4) + <usize>row, <u8>count);
    return;
  }
  if (isClasses) store<u32>(words + (<usize>row << 2), classAt(row) | (count << 16));
  if (!isCounted()) storeMass(row, count);
}

function storeMass(row: i32, count: u32): void {
  const to = masses + <usize>row * massBytes();
  const w = (weights ? load<f64>(weights + (<usize>row << 3)) : 1) * <f64>count;
  store<f64>(to, w);
  if (isClasses) return;
  const u = load<f64>(target + (<usize>row << 3));
  store<f64>(to, toGrid(w * u, 1 / quantum1, quantum1), 8);
  store<f64>(to, toGrid(w * u * u, 1 / quantum2, quantum2), 16);
  store<f64>(to, u, 24);
}

/** In a new block on level i, whose n rows have these numbers in the block above. */
export function enterBlockMasses(i: i32, numbers: usize, n: i32): void {
  const own = levels + <usize>i * LEVEL;
  const above = own - LEVEL;
  if (isByBits()) {
    pick<u8>(<usize>load<u32>(above), numbers, n, <usize>load<u32>(own));
    if (hasCounts) pick<u8>(<usize>load<u32>(above, 4), numbers, n, <usize>load<u32>(own, 4));
    return layBits(i, n);
  }
  if (arePlanes()) return enterPlanes(i, numbers, n);
  if (isClasses) pick<u32>(<usize>load<u32>(above, 20), numbers, n, words);
  if (!isCounted() && isClasses) pick<f64>(<usize>load<u32>(above, 24), numbers, n, masses);
  if (isClasses) return;
  const from = <usize>load<u32>(above, 24);
  for (let k: usize = 0; k < <usize>n; k++)
    for (let part: usize = 0; part < 32; part += 16)
      v128.store(masses + (k << 5) + part, v128.load(from + (<usize>load<u32>(numbers + (k << 2)) << 5) + part));
}

/** The bits of n rows, from their classes and counts. */
function layBits(i: i32, n: i32): void {
  const own = levels + <usize>i * LEVEL;
  layDigit(<usize>load<u32>(own), 7, ones);
  digitCount = 0;
  const counted = <usize>load<u32>(own, 4);
  let all: u32 = 0;
  if (hasCounts) for (let k: usize = 0; k < <usize>n; k++) all |= <u32>load<u8>(counted + k);
  // Counts of 1 need no digits.
  if (all > 1) {
    digitCount = <usize>min(32 - <i32>clz(all), MOST_DIGITS);
    for (let d: usize = 0; d < digitCount; d++) layDigit(counted, 7 - <i32>d, digits + d * (blockWords << 3));
  }
  store<u32>(own, <u32>digitCount, 16);
}

/** The bit of each byte that is so far below the highest. */
function layDigit(bytes: usize, below: i32, to: usize): void {
  for (let k: usize = 0; k < blockWords << 6; k += 16)
    store<u16>(to + (k >> 3), <u16>i8x16.bitmask(i8x16.shl(v128.load(bytes + k), below)));
}

/** The weight of a set of rows, and that of its class 1: of two classes counted in whole rows. */
export let weightOfSet: f64 = 0;
export let onesOfSet: f64 = 0;

@inline
export function countTwo(bits: usize): void {
  let weight: u64 = 0;
  let one: u64 = 0;
  if (digitCount == 0)
    for (let w: usize = 0; w < blockWords << 3; w += 8) {
      const set = load<u64>(bits + w);
      weight += popcnt(set);
      one += popcnt(set & load<u64>(ones + w));
    }
  else
    for (let d: usize = 0, digit = digits; d < digitCount; d++)
      for (let w: usize = 0; w < blockWords << 3; w += 8, digit += 8) {
        const set = load<u64>(bits + w) & load<u64>(digit);
        weight += popcnt(set) << <u64>d;
        one += popcnt(set & load<u64>(ones + w)) << <u64>d;
      }
  weightOfSet = <f64>weight;
  onesOfSet = <f64>one;
}

/** The sums of a set of rows. */
export function sumSet(sums: usize, bits: usize): void {
  if (isByBits()) {
    countTwo(bits);
    store<f64>(sums, weightOfSet - onesOfSet);
    store<f64>(sums, onesOfSet, 8);
    return;
  }
  if (arePlanes()) return sumByPlanes(sums, bits);
  for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(sums + k, 0);
  for (let w: usize = 0; w < blockWords; w++)
    for (let rest = load<u64>(bits + (w << 3)); rest != 0; rest &= rest - 1)
      addRow(sums, (w << 6) + <usize>ctz(rest));
}

@inline
function addRow(sums: usize, row: usize): void {
  if (!isClasses) {
    const mass = masses + (row << 5);
    for (let k: usize = 0; k < 24; k += 8) store<f64>(sums + k, load<f64>(sums + k) + load<f64>(mass + k));
    return;
  }
  const word = load<u32>(words + (row << 2));
  const to = sums + (<usize>(word & 0xffff) << 3);
  store<f64>(to, load<f64>(to) + (isCounted() ? <f64>(word >> 16) : load<f64>(masses + (row << 3))));
}

/** All rows of a set have the same target. */
@inline
export function arePure(sums: usize, bits: usize): bool {
  if (isTwo()) return load<f64>(sums) == 0 || load<f64>(sums, 8) == 0;
  return isClasses ? isOneClass(sums) : isOneValue(bits);
}

function isOneClass(sums: usize): bool {
  let classes = 0;
  for (let k = 0; k < width; k++) classes += load<f64>(sums + (<usize>k << 3)) > 0 ? 1 : 0;
  return classes <= 1;
}

function isOneValue(bits: usize): bool {
  let first: f64 = NaN;
  for (let w: usize = 0; w < blockWords; w++)
    for (let rest = load<u64>(bits + (w << 3)); rest != 0; rest &= rest - 1) {
      const value = load<f64>(masses + (((w << 6) + <usize>ctz(rest)) << 5), 24);
      if (first == first && value != first) return false;
      first = value;
    }
  return true;
}
