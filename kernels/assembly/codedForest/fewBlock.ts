import { take } from "../forest/arena";
import { width } from "../forest/params";
import { markAt } from "./block";

// A node of a block with at most 64 rows, and everything below it, of more than two classes with small integer weights. Its rows
// are numbered anew, so that the rows of a node, of a code or of a class are the bits of a word; and so are its classes.

export const FEW: i32 = 64;
/** Bits of a weight. */
const PLANES: usize = 16;

export let allRows: u64 = 0;
/** Which one it is, by which it is known what was found for it. */
export let serial: u64 = 0;
/** By row: its number in the block (u8); its class | weight << 16 (u32). */
export let inBlock: usize = 0;
let marks: usize = 0;
/** How many classes it has; by class: its rows (u64), and the class of the table (u16). */
export let fewClasses: i32 = 0;
let classRows: usize = 0;
let classes: usize = 0;
/** By class of the table: its number plus 1 while a node begins, otherwise 0 (u8). */
let numbers: usize = 0;
/** By bit of the weights: the rows that have it (u64); 1 + the highest bit; and the rows that have any. */
let planes: usize = 0;
let planeBytes: usize = 0;
export let weighted: u64 = 0;

export function takeFewBlock(): void {
  inBlock = take(FEW);
  marks = take(FEW << 2);
  classRows = take(FEW << 3);
  classes = take(FEW << 1);
  numbers = take(<usize>width);
  planes = take(PLANES << 3);
}

export function clearFewBlock(): void {
  memory.fill(numbers, 0, <usize>width);
}

/** Begins with these entries of the block (u8); returns all of its rows. */
export function startFewBlock(ids: usize, n: i32): u64 {
  allRows = (~<u64>0) >> <u64>(FEW - n);
  fewClasses = 0;
  serial++;
  for (let b: usize = 0; b < PLANES << 3; b += 8) store<u64>(planes + b, 0);
  let bits: u32 = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    const id = load<u8>(ids + i);
    const mark = markAt(<usize>id);
    const c = numberOf(mark & 0xffff);
    store<u8>(inBlock + i, id);
    store<u32>(marks + (i << 2), <u32>c | (mark & 0xffff0000));
    addBit(classRows + (c << 3), i);
    for (let w = mark >> 16; w != 0; w &= w - 1) addBit(planes + (<usize>ctz(w) << 3), i);
    bits |= mark >> 16;
  }
  planeBytes = <usize>(32 - clz(bits)) << 3;
  weighted = 0;
  for (let b: usize = 0; b < planeBytes; b += 8) weighted |= load<u64>(planes + b);
  for (let c: usize = 0; c < <usize>fewClasses; c++) store<u8>(numbers + <usize>tableClass(c), 0);
  return allRows;
}

@inline
function addBit(to: usize, i: usize): void {
  store<u64>(to, load<u64>(to) | (<u64>1 << <u64>i));
}

@inline
function numberOf(k: u32): usize {
  const at = numbers + <usize>k;
  const known = load<u8>(at);
  if (known != 0) return <usize>known - 1;
  const c = <usize>fewClasses;
  fewClasses++;
  store<u8>(at, <u8>(c + 1));
  store<u16>(classes + (c << 1), <u16>k);
  store<u64>(classRows + (c << 3), 0);
  return c;
}

@inline
export function tableClass(c: usize): u32 {
  return <u32>load<u16>(classes + (c << 1));
}

/** All rows of a class. */
@inline
export function rowsOfClass(c: usize): u64 {
  return load<u64>(classRows + (c << 3));
}

/** Class | weight << 16, of the first of some rows. */
@inline
export function firstMark(rows: u64): u32 {
  return load<u32>(marks + (<usize>ctz(rows) << 2));
}

/** The weight of some rows. */
@inline
export function weightIn(rows: u64): u32 {
  let weight = popcnt(rows & load<u64>(planes));
  for (let b: usize = 8; b < planeBytes; b += 8) weight += popcnt(rows & load<u64>(planes + b)) << <u64>(b >> 3);
  return <u32>weight;
}
