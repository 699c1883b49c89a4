// Sets of levels of a nominal attribute, as learn/branch/subset.ts finds them for a numeric target: the best set is a
// run of the levels in order of their means; of runs that gain equally, the one with the smallest set.
import { cellOf, unitOf, weightOf } from "./entries";
import { tolerance } from "./look";
import { gainOf, isAllowed, known, offerSet } from "./seek";

/** The levels that occur at the node, in the order of their codes: f64 code, weight, Σ weight·u, mean. */
let cells: usize = 0;
/** i32: the cells in the order of their means; and two sets, as bytes by cell. */
let order: usize = 0;
let left: usize = 0;
let other: usize = 0;
let size: i32 = 0;

const CELL: usize = 32;

export function levelScratch(most: i32): usize {
  return <usize>(most + 1) * (CELL + 4 + 1 + 1) + 256;
}

export function useLevelScratch(scratch: usize, most: i32): void {
  cells = scratch;
  order = cells + <usize>(most + 1) * CELL;
  left = order + (<usize>(most + 1) << 2);
  other = left + <usize>(most + 1);
}

@inline
function cellAt(i: i32): usize {
  return cells + <usize>i * CELL;
}

@inline
function ranked(i: i32): i32 {
  return load<i32>(order + (<usize>i << 2));
}

/** Scores the runs of levels; the list's first `end` entries have a known value. */
export function scanLevels<T>(list: usize, end: i32, column: usize): void {
  collect<T>(list, end, column);
  if (size < 2) return;
  sortByMean();
  const greatest = greatestGain();
  if (greatest == -Infinity) return;
  const least = greatest - tolerance;
  let chosen = -1;
  let chosenGain: f64 = 0;
  let w: f64 = 0;
  let first: f64 = 0;
  let chosenWeight: f64 = 0;
  for (let i = 0; i < size - 1; i++) {
    const cell = cellAt(ranked(i));
    w += load<f64>(cell, 8);
    first += load<f64>(cell, 16);
    const gain = gainOf(w, first);
    if (gain < least || !isAllowed(w)) continue;
    if (chosen < 0 || gain > chosenGain + tolerance || (!(gain < chosenGain - tolerance) && isSmaller(i, chosen))) {
      chosen = i;
      chosenGain = gain;
      chosenWeight = w;
    }
  }
  offerSet(chosen, greatest, chosenGain, hasFirst(chosen) ? chosenWeight : known() - chosenWeight);
}

function collect<T>(list: usize, end: i32, column: usize): void {
  size = 0;
  let code = NaN;
  let at = cells - CELL;
  for (let i = 0; i < end; i++) {
    const cell = cellOf<T>(list, column, i);
    if (cell != code) {
      code = cell;
      at += CELL;
      size++;
      store<f64>(at, code);
      store<f64>(at, 0, 8);
      store<f64>(at, 0, 16);
    }
    const w = weightOf<T>(list, i);
    store<f64>(at, load<f64>(at, 8) + w, 8);
    store<f64>(at, load<f64>(at, 16) + w * unitOf<T>(list, i), 16);
  }
}

/** The lower code first on ties. Nodes with so many levels that insertion is slow have at least as many rows. */
function sortByMean(): void {
  for (let i = 0; i < size; i++) {
    const mean = load<f64>(cellAt(i), 16) / load<f64>(cellAt(i), 8);
    store<f64>(cellAt(i), mean, 24);
    let j = i;
    for (; j > 0 && load<f64>(cellAt(ranked(j - 1)), 24) > mean; j--) {
      store<i32>(order + (<usize>j << 2), ranked(j - 1));
    }
    store<i32>(order + (<usize>j << 2), i);
  }
}

function greatestGain(): f64 {
  let greatest = -Infinity;
  let w: f64 = 0;
  let first: f64 = 0;
  for (let i = 0; i < size - 1; i++) {
    const cell = cellAt(ranked(i));
    w += load<f64>(cell, 8);
    first += load<f64>(cell, 16);
    const gain = gainOf(w, first);
    if (gain > greatest && isAllowed(w)) greatest = gain;
  }
  return greatest;
}

/** Whether the run up to position i includes the first cell: the side with it is called left. */
function hasFirst(run: i32): bool {
  for (let i = 0; i <= run; i++) if (ranked(i) == 0) return true;
  return false;
}

/** The left side of the division given by a run, as bytes by cell; returns how many cells it has. */
function fillLeft(run: i32, into: usize): i32 {
  const inside: u8 = hasFirst(run) ? 1 : 0;
  for (let i = 0; i < size; i++) store<u8>(into + <usize>ranked(i), i <= run ? inside : 1 - inside);
  return inside ? run + 1 : size - run - 1;
}

/** Smaller sets come first, then those with the lower cells. */
function isSmaller(run: i32, than: i32): bool {
  const count = fillLeft(run, left);
  const most = fillLeft(than, other);
  if (count != most) return count < most;
  for (let i = 0; i < size; i++) {
    const inLeft = load<u8>(left + <usize>i);
    if (inLeft != load<u8>(other + <usize>i)) return inLeft != 0;
  }
  return false;
}

/** After `scanLevels` on the chosen attribute: fills the left side in for `isLeft` and `writeSet`. */
export function settleSet(run: i32): void {
  fillLeft(run, left);
}

/** Whether a level of the settled set goes left. */
export function goesLeft(code: f64): bool {
  let low = 0;
  let high = size - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<f64>(cellAt(middle)) < code) low = middle + 1;
    else high = middle;
  }
  return load<u8>(left + <usize>low) != 0;
}

export function setSize(): i32 {
  return size;
}

/** Writes the settled set to the pool: how many levels go left and right, then their codes. */
export function writeSet(at: usize): void {
  let count = 0;
  for (let i = 0; i < size; i++) count += load<u8>(left + <usize>i);
  store<i32>(at, count);
  store<i32>(at, size - count, 4);
  let out = at + 8;
  for (let side = 1; side >= 0; side--) {
    for (let i = 0; i < size; i++) {
      if (load<u8>(left + <usize>i) != side) continue;
      store<i32>(out, <i32>load<f64>(cellAt(i)));
      out += 4;
    }
  }
}
