import { toGrid } from "../common/grid";
import { take } from "../common/bump";
import { blockRows, counts, isClasses, isCounted, isTwo, quantum1, quantum2, rows, target, weights, width } from "./params";

// What rows add to sums. Rows are listed as entries of eight bytes: the row's number (u32), and its class and count
// (u32). For two classes counted in whole rows that is count | count of class 1 << 16, so that both are added at once;
// otherwise class | count << 16. Weighted classes and numeric targets have a record of doubles by number, too:
//
//   weight · weight if the class is 1, or weight·u [· weight·u² · u]

/** By number: the record. */
export let masses: usize = 0;
let tableMasses: usize = 0;
let blockMasses: usize = 0;

@inline
export function massBytes(): usize {
  return isCounted() ? 0 : isClasses ? 16 : 32;
}

export function takeMasses(): void {
  tableMasses = take(<usize>rows * massBytes());
  blockMasses = take(<usize>blockRows * massBytes());
}

export function useTableMasses(): void {
  masses = tableMasses;
}

/** Copies the records of n entries, which are numbered anew. */
export function enterBlockMasses(entries: usize, n: i32): void {
  const bytes = massBytes();
  for (let i: usize = 0; i < <usize>n; i++) {
    const from = tableMasses + <usize>load<u32>(entries + (i << 3)) * bytes;
    for (let k: usize = 0; k < bytes; k += 16) v128.store(blockMasses + i * bytes + k, v128.load(from + k));
  }
  masses = blockMasses;
}

@inline
export function massAt(entry: usize): usize {
  return masses + <usize>load<u32>(entry) * massBytes();
}

@inline
export function countOf(member: i32, row: i32): u32 {
  const counted = <usize>load<u32>(counts + (<usize>member << 2));
  return counted == 0 ? 1 : <u32>load<u8>(counted + <usize>row);
}

/** Lists the rows with a count for a member, ascending; returns their number. */
export function loadEntries(member: i32, entries: usize): i32 {
  let to = entries;
  for (let row = 0; row < rows; row++) {
    const count = countOf(member, row);
    store<u32>(to, row);
    store<u32>(to, wordOf(row, count), 4);
    if (!isCounted()) storeMass(row, count);
    to += count > 0 ? 8 : 0;
  }
  return <i32>((to - entries) >> 3);
}

@inline
function classAt(row: i32): u32 {
  return <u32>load<u16>(target + (<usize>row << 1));
}

@inline
function wordOf(row: i32, count: u32): u32 {
  if (!isClasses) return 0;
  const k = classAt(row);
  return isTwo() && isCounted() ? count | ((count * k) << 16) : k | (count << 16);
}

function storeMass(row: i32, count: u32): void {
  const to = tableMasses + <usize>row * massBytes();
  const w = (weights ? load<f64>(weights + (<usize>row << 3)) : 1) * <f64>count;
  store<f64>(to, w);
  if (isClasses) return store<f64>(to, classAt(row) == 1 ? w : 0, 8);
  const u = load<f64>(target + (<usize>row << 3));
  store<f64>(to, toGrid(w * u, 1 / quantum1, quantum1), 8);
  store<f64>(to, toGrid(w * u * u, 1 / quantum2, quantum2), 16);
  store<f64>(to, u, 24);
}

/** The class of an entry that is not packed for two classes. */
@inline
export function classOf(entry: usize): u32 {
  return load<u32>(entry, 4) & 0xffff;
}

/** The sums of the rows in a list. */
export function sumEntries(sums: usize, entries: usize, n: i32): void {
  for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(sums + k, 0);
  const end = entries + (<usize>n << 3);
  if (isTwo()) sumTwo(sums, entries, end);
  else if (isClasses) sumClasses(sums, entries, end);
  else sumMoments(sums, entries, end);
}

function sumTwo(sums: usize, entries: usize, end: usize): void {
  let weight: f64 = 0;
  let ones: f64 = 0;
  if (isCounted()) {
    let w: u64 = 0;
    let k: u64 = 0;
    for (let at = entries; at < end; at += 8) {
      const word = load<u32>(at, 4);
      w += word & 0xffff;
      k += word >> 16;
    }
    weight = <f64>w;
    ones = <f64>k;
  } else
    for (let at = entries; at < end; at += 8) {
      weight += load<f64>(massAt(at));
      ones += load<f64>(massAt(at), 8);
    }
  store<f64>(sums, weight - ones);
  store<f64>(sums, ones, 8);
}

function sumClasses(sums: usize, entries: usize, end: usize): void {
  for (let at = entries; at < end; at += 8) {
    const to = sums + (<usize>classOf(at) << 3);
    store<f64>(to, load<f64>(to) + (isCounted() ? <f64>(load<u32>(at, 4) >> 16) : load<f64>(massAt(at))));
  }
}

function sumMoments(sums: usize, entries: usize, end: usize): void {
  for (let at = entries; at < end; at += 8)
    for (let k: usize = 0; k < 24; k += 8) store<f64>(sums + k, load<f64>(sums + k) + load<f64>(massAt(at) + k));
}

/** Sums are exact, so those of one branch are the node's minus the other's. */
@inline
export function subtract(to: usize, all: usize, part: usize): void {
  for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(to + k, load<f64>(all + k) - load<f64>(part + k));
}

/** All rows have the same target. */
@inline
export function arePure(sums: usize, entries: usize, n: i32): bool {
  if (isTwo()) return load<f64>(sums) == 0 || load<f64>(sums, 8) == 0;
  return isClasses ? isOneClass(sums) : isOneValue(entries, n);
}

function isOneClass(sums: usize): bool {
  let classes = 0;
  for (let k = 0; k < width; k++) classes += load<f64>(sums + (<usize>k << 3)) > 0 ? 1 : 0;
  return classes <= 1;
}

function isOneValue(entries: usize, n: i32): bool {
  const first = load<f64>(massAt(entries), 24);
  const end = entries + (<usize>n << 3);
  for (let at = entries; at < end; at += 8) if (load<f64>(massAt(at), 24) != first) return false;
  return true;
}
