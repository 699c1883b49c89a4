import { take } from "../forest/arena";
import { isClasses, rows, width } from "../forest/params";
import { addTo, wordOf } from "./mass";
import { isTwo, mostCodes } from "./params";

// The tally of an attribute at a node: the codes that occur, ascending, and the sums of each. Two classes with counts: a
// word of 64 bits per code: weight | weight of class 1 << 32. Otherwise `width` numbers (f64), as in a node's sums. The sums of missing values are apart.

/** Codes in ascending order (u32), and their cells. */
export let tallied: i32 = 0;
export let tallyCodes: usize = 0;
export let tallyCells: usize = 0;
/** The cell of missing values. */
export let missingCell: usize = 0;

@inline
export function cellBytes(): usize {
  return isTwo ? 8 : <usize>width << 3;
}

/** The codes that a node can have at once, and for how many of them there are cells. */
@inline
function mostTallied(): usize {
  return <usize>min(mostCodes, rows) + 1;
}

export function takeTally(mostCells: usize): void {
  tallyCodes = take(mostTallied() << 2);
  // What follows a cell may be written, too (countMany.ts).
  tallyCells = take(mostCells * cellBytes() + 32);
  missingCell = take(cellBytes() + 32);
}

@inline
export function startTally(): void {
  tallied = 0;
  clearCell(missingCell);
}

@inline
export function clearCell(cell: usize): void {
  if (isTwo) return store<u64>(cell, 0);
  const end = cell + cellBytes();
  for (let at = cell; at < end; at += 8) store<f64>(at, 0);
}

@inline
export function cellAt(i: i32): usize {
  return tallyCells + <usize>i * cellBytes();
}

@inline
export function talliedCode(i: i32): u32 {
  return load<u32>(tallyCodes + (<usize>i << 2));
}

/** Adds a code, the next in order; its cell is to be filled in. */
@inline
export function addCode(code: u32): usize {
  store<u32>(tallyCodes + (<usize>tallied << 2), code);
  const cell = cellAt(tallied);
  tallied++;
  return cell;
}

/** Adds what a mark stands for to a cell; masses and classes are those that it refers to (mass.ts). */
@inline
export function addToCell(cell: usize, mark: u32, mass: usize, classes: usize): void {
  if (isTwo) store<u64>(cell, load<u64>(cell) + wordOf(mark));
  else addTo(cell, mark, mass, classes);
}

/** Moves a cell to another place and clears it. */
@inline
export function moveCell(to: usize, from: usize): void {
  if (isTwo) {
    store<u64>(to, load<u64>(from));
    store<u64>(from, 0);
    return;
  }
  const bytes = cellBytes();
  for (let at: usize = 0; at < bytes; at += 8) {
    store<f64>(to + at, load<f64>(from + at));
    store<f64>(from + at, 0);
  }
}

/** Whether a cell of a table of counts is in use: weights are above 0. */
@inline
export function isUsed(cell: usize): bool {
  if (isTwo) return load<u64>(cell) != 0;
  if (!isClasses) return load<f64>(cell) != 0;
  const end = cell + (<usize>width << 3);
  for (let at = cell; at < end; at += 8) if (load<f64>(at) != 0) return true;
  return false;
}
