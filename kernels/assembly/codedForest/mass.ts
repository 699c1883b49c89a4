import { toGrid } from "../common/grid";
import { take } from "../forest/arena";
import { isClasses, perQuantum2, quantum2, rows, target, width } from "../forest/params";
import { countsOf } from "../forest/queue";
import { isPacked, isTwo, perQuantum1, quantum1, weights } from "./params";

// What a row adds to sums is given by its mark (u32). If weights are small integers the mark says it all:
//
//   two classes    weight | weight of class 1 << 16
//   more classes   class | weight << 16
//
// Otherwise the mark is the row, and there are masses by row: the weight (f64), and classes apart (u16); or, of a numeric
// target, weight, weight·u and weight·u² on their grids. In a block the mark is then the number of the entry, and masses and
// classes are those of the block.

const MOMENTS: usize = 24;

/** By row of the table, for the tree that is grown. */
export let massByRow: usize = 0;

@inline
export function massBytes(): usize {
  return isPacked ? 0 : isClasses ? 8 : MOMENTS;
}

/** By class: the weight of every other entry (i64), so that an entry need not wait for the one before to be stored. */
let evens: usize = 0;
let odds: usize = 0;

export function takeMass(): void {
  massByRow = take(<usize>rows * massBytes());
  evens = take(<usize>width << 3);
  odds = take(<usize>width << 3);
}

@inline
export function classByRow(): usize {
  return target;
}

/** Lists the rows with a count for a member, ascending, as row | mark << 32 (u64); returns their number. */
export function loadMember(member: i32, entries: usize): i32 {
  const counted = countsOf(member);
  let to = entries;
  for (let row: usize = 0; row < <usize>rows; row++) {
    const count: u32 = counted == 0 ? 1 : <u32>load<u8>(counted + row);
    store<u64>(to, <u64>row | (<u64>(isPacked ? markOf(row, count) : loadRow(row, count)) << 32));
    to += count > 0 ? 8 : 0;
  }
  return <i32>((to - entries) >> 3);
}

@inline
function markOf(row: usize, count: u32): u32 {
  const w = count * (weights == 0 ? 1 : <u32>load<f64>(weights + (row << 3)));
  const k = <u32>load<u16>(target + (row << 1));
  return isTwo ? w | ((w * k) << 16) : k | (w << 16);
}

/** Computes the mass of a row; returns its mark. */
function loadRow(row: usize, count: u32): u32 {
  const w = <f64>count * (weights == 0 ? 1 : load<f64>(weights + (row << 3)));
  if (isClasses) store<f64>(massByRow + (row << 3), w);
  else {
    const at = massByRow + row * MOMENTS;
    const u = load<f64>(target + (row << 3));
    store<f64>(at, w);
    store<f64>(at, toGrid(w * u, perQuantum1, quantum1), 8);
    store<f64>(at, toGrid(w * u * u, perQuantum2, quantum2), 16);
  }
  return <u32>row;
}

/** Two classes: the mark as weight | weight of class 1 << 32. */
@inline
export function wordOf(mark: u32): u64 {
  return <u64>(mark & 0xffff) | (<u64>(mark >> 16) << 32);
}

/** The class of a mark among many. */
@inline
export function classOf(mark: u32, classes: usize): usize {
  return <usize>(isPacked ? mark & 0xffff : <u32>load<u16>(classes + (<usize>mark << 1)));
}

@inline
export function weightOfMark(mark: u32, mass: usize): f64 {
  return isPacked ? <f64>(mark >> 16) : load<f64>(mass + (<usize>mark << 3));
}

export function clearSums(sums: usize): void {
  const end = sums + (<usize>width << 3);
  for (let at = sums; at < end; at += 8) store<f64>(at, 0);
}

/** Adds what a mark stands for to sums (f64); masses and classes are those that it refers to. */
@inline
export function addTo(sums: usize, mark: u32, mass: usize, classes: usize): void {
  if (isTwo) {
    const one = mark >> 16;
    store<f64>(sums, load<f64>(sums) + <f64>((mark & 0xffff) - one));
    store<f64>(sums, load<f64>(sums, 8) + <f64>one, 8);
  } else if (isClasses) {
    const at = sums + (classOf(mark, classes) << 3);
    store<f64>(at, load<f64>(at) + weightOfMark(mark, mass));
  } else {
    const at = mass + <usize>mark * MOMENTS;
    store<f64>(sums, load<f64>(sums) + load<f64>(at));
    store<f64>(sums, load<f64>(sums, 8) + load<f64>(at, 8), 8);
    store<f64>(sums, load<f64>(sums, 16) + load<f64>(at, 16), 16);
  }
}

/** The sums of n entries (u64: row | mark << 32) whose marks are classes and small integer weights. */
export function sumMarks(sums: usize, from: usize, n: i32): void {
  const bytes = <usize>width << 3;
  memory.fill(evens, 0, bytes);
  memory.fill(odds, 0, bytes);
  const end = from + (<usize>n << 3);
  let at = from;
  for (; at + 8 < end; at += 16) {
    addMark(evens, load<u32>(at, 4));
    addMark(odds, load<u32>(at, 12));
  }
  if (at < end) addMark(evens, load<u32>(at, 4));
  for (let k: usize = 0; k < bytes; k += 8) store<f64>(sums + k, <f64>(load<i64>(evens + k) + load<i64>(odds + k)));
}

@inline
function addMark(to: usize, mark: u32): void {
  const at = to + (<usize>(mark & 0xffff) << 3);
  store<i64>(at, load<i64>(at) + <i64>(mark >> 16));
}

/** Writes the sums of two classes that a word holds. */
@inline
export function storeWord(sums: usize, word: u64): void {
  const one = <u32>(word >> 32);
  store<f64>(sums, <f64>(<u32>word - one));
  store<f64>(sums, <f64>one, 8);
}

/** At most one class has weight. */
export function areOneClass(sums: usize): bool {
  if (isTwo) return load<f64>(sums) == 0 || load<f64>(sums, 8) == 0;
  let classes = 0;
  const end = sums + (<usize>width << 3);
  for (let at = sums; at < end; at += 8) classes += load<f64>(at) > 0 ? 1 : 0;
  return classes <= 1;
}
