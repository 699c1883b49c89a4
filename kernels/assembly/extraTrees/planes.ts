import { take } from "../forest/arena";
import { isClasses, target, width } from "../forest/params";
import { blockSpan, blockWords, pick } from "./blocks";
import { isCounted } from "./params";

// Classes of rows that count once, as bits: one set of rows per class that a block has, so that the rows of a set are counted
// class by class, 64 at once, and classes that a block does not have take no time.
//
// A level's record: classes u32 (u8 by row) · planes u32 (sets of rows) · the class of each plane u32 (u8) · planes i32
const LEVEL: usize = 16;
const MOST_LEVELS: usize = 32;
/** More classes would take too much memory. */
const MOST_CLASSES: i32 = 64;

let levels: usize = 0;

/** Of the current block. */
let planes: usize = 0;
let classes: usize = 0;
let count: usize = 0;

/** Whether rows may have planes: more than two classes, counted in whole rows. */
@inline
export function mayHavePlanes(): bool {
  return isClasses && isCounted() && width > 2 && width <= MOST_CLASSES;
}

export function takePlanes(): void {
  levels = take(LEVEL * MOST_LEVELS);
}

export function takeBlockPlanes(i: i32, padded: usize, isReal: bool): void {
  const has = mayHavePlanes();
  const byRow = take(has ? padded : 0);
  const sets = take(has ? (padded >> 3) * <usize>width : 0);
  const own = take(has ? <usize>width : 0);
  if (!isReal) return;
  const at = levels + <usize>i * LEVEL;
  store<u32>(at, <u32>byRow);
  store<u32>(at, <u32>sets, 4);
  store<u32>(at, <u32>own, 8);
  store<i32>(at, 0, 12);
}

/** Makes what a level has current. */
@inline
export function usePlanes(i: i32): void {
  const at = levels + <usize>i * LEVEL;
  planes = <usize>load<u32>(at, 4);
  classes = <usize>load<u32>(at, 8);
  count = <usize>load<i32>(at, 12);
}

/** The table's rows; it is the current block. */
export function layTable(rows: i32): void {
  const byRow = <usize>load<u32>(levels);
  for (let row: usize = 0; row < <usize>rows; row++) store<u8>(byRow + row, <u8>load<u16>(target + (row << 1)));
  startPlanes();
  for (let k = 0; k < width; k++) layPlane(byRow, k);
  endPlanes(levels);
}

/** In a new block on level i, whose n rows have these numbers in the block above. */
export function enterPlanes(i: i32, numbers: usize, n: i32): void {
  const own = levels + <usize>i * LEVEL;
  const above = own - LEVEL;
  const byRow = <usize>load<u32>(own);
  pick<u8>(<usize>load<u32>(above), numbers, n, byRow);
  const classesAbove = <usize>load<u32>(above, 8);
  startPlanes();
  for (let p: usize = 0; p < <usize>load<i32>(above, 12); p++) layPlane(byRow, load<u8>(classesAbove + p));
  endPlanes(own);
}

@inline
function startPlanes(): void {
  count = 0;
}

@inline
function endPlanes(record: usize): void {
  store<i32>(record, <i32>count, 12);
}

/** The rows of class k, if there are any. Beyond the last row of a block bits may be set, but never in sets of its rows. */
function layPlane(byRow: usize, k: u32): void {
  const to = planes + count * (blockWords << 3);
  const own = i8x16.splat(<i8>k);
  let any: u32 = 0;
  for (let at: usize = 0; at < blockSpan; at += 16) {
    const bits = <u32>i8x16.bitmask(i8x16.eq(v128.load(byRow + at), own));
    store<u16>(to + (at >> 3), <u16>bits);
    any |= bits;
  }
  store<u8>(classes + count, <u8>k);
  count += <usize>(any != 0);
}

/** What a set of a node's rows weighs, with the sum of the squares of its class weights; and that of the node's other rows. */
export let weightOfPart: u64 = 0;
export let squaresOfPart: u64 = 0;
export let squaresOfRest: u64 = 0;

/** `sums` (f64) are the node's. */
export function countPart(bits: usize, sums: usize): void {
  let weight: u64 = 0;
  let squares: u64 = 0;
  let rest: u64 = 0;
  let plane = planes;
  for (let p: usize = 0; p < count; p++) {
    const own = countClass(bits, plane);
    const other = <u64>load<f64>(sums + (<usize>load<u8>(classes + p) << 3)) - own;
    weight += own;
    squares += own * own;
    rest += other * other;
    plane += blockWords << 3;
  }
  weightOfPart = weight;
  squaresOfPart = squares;
  squaresOfRest = rest;
}

@inline
function countClass(bits: usize, plane: usize): u64 {
  let n: u64 = 0;
  for (let w: usize = 0; w < blockWords << 3; w += 8) n += popcnt(load<u64>(bits + w) & load<u64>(plane + w));
  return n;
}

/** The sums of a set of rows. */
export function sumByPlanes(sums: usize, bits: usize): void {
  for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(sums + k, 0);
  for (let p: usize = 0; p < count; p++)
    store<f64>(sums + (<usize>load<u8>(classes + p) << 3), <f64>countClass(bits, planes + p * (blockWords << 3)));
}
