import { toGrid } from "../common/grid";
import {
  ATTRIBUTE,
  areLevels,
  BRANCHES,
  begins,
  cellsOf,
  classes,
  entryRows,
  entryWeights,
  FIRST,
  known,
  labels,
  mostEntries,
  nexts,
  nodeAt,
  parts,
  quantum,
  shares,
  sides,
  sortedRows,
  sortedWeights,
  THRESHOLD,
} from "./job";

/** Where the branches' entries begin, once divided; and how many entries they took after `free`, -1: out of memory. */
export let to: i32 = 0;
export let taken: i32 = 0;

/** Adds the class weights of entries to the existing sums. */
export function countEntries(from: i32, n: i32, into: usize): void {
  const list = entryRows + (<usize>from << 2);
  const weights = entryWeights + (<usize>from << 3);
  const labels_ = labels;
  if (classes == 2) {
    countTwoClasses(list, weights, n, into);
    return;
  }
  for (let i: usize = 0; i < <usize>n; i++) {
    const row = <usize>load<u32>(list + (i << 2));
    const at = into + (<usize>load<i32>(labels_ + (row << 2)) << 3);
    store<f64>(at, load<f64>(at) + load<f64>(weights + (i << 3)));
  }
}

/** In local sums: additions to memory would wait for each other. */
function countTwoClasses(list: usize, weights: usize, n: i32, into: usize): void {
  const labels_ = labels;
  let first: f64 = 0;
  let second: f64 = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    const label = load<i32>(labels_ + (<usize>load<u32>(list + (i << 2)) << 2));
    const weight = load<f64>(weights + (i << 3));
    const one = weight * <f64>label;
    second += one;
    first += weight - one;
  }
  store<f64>(into, load<f64>(into) + first);
  store<f64>(into + 8, load<f64>(into + 8) + second);
}

/** How many entries of the last divided node have a missing value. */
export let unknown: i32 = 0;

/** The branch of a row; -1 if its value is missing. */
@inline
export function sideOf(cells: usize, levels: bool, threshold: f64, row: usize): i32 {
  if (levels) return load<i32>(cells + (row << 2));
  const cell = load<f64>(cells + (row << 3));
  // No branch: the side of a row is unpredictable.
  return i32(cell > threshold) - i32(cell != cell);
}

/** The branch of each entry, -1 if its value is missing; counts the entries of each branch. */
function fillSides(node: usize, from: i32, n: i32): void {
  const attribute = load<i32>(node + ATTRIBUTE);
  const cells = cellsOf(attribute);
  const threshold = load<f64>(node + THRESHOLD);
  const levels = areLevels(attribute);
  const list = entryRows + (<usize>from << 2);
  const nexts_ = nexts;
  const sides_ = sides;
  memory.fill(nexts_, 0, <usize>load<i32>(node + BRANCHES) << 2);
  let absent = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    const side = sideOf(cells, levels, threshold, <usize>load<u32>(list + (i << 2)));
    store<i32>(sides_ + (i << 2), side);
    if (side < 0) {
      absent++;
      continue;
    }
    const next = nexts_ + (<usize>side << 2);
    store<i32>(next, load<i32>(next) + 1);
  }
  unknown = absent;
}

function weighSides(count: usize, weights: usize, n: i32): void {
  const known_ = known;
  const sides_ = sides;
  memory.fill(known_, 0, count << 3);
  for (let i: usize = 0; i < <usize>n; i++) {
    const side = load<i32>(sides_ + (i << 2));
    if (side < 0) continue;
    const at = known_ + (<usize>side << 3);
    store<f64>(at, load<f64>(at) + load<f64>(weights + (i << 3)));
  }
}

/** The share of each branch in the known weight; the node's stored share if nothing is known. */
function fillShares(node: usize, from: i32, n: i32): void {
  weighSides(<usize>load<i32>(node + BRANCHES), entryWeights + (<usize>from << 3), n);
  const bytes = <usize>load<i32>(node + BRANCHES) << 3;
  const given = shares + (<usize>load<i32>(node + FIRST) << 3);
  let total: f64 = 0;
  for (let b: usize = 0; b < bytes; b += 8) total += load<f64>(known + b);
  for (let b: usize = 0; b < bytes; b += 8) {
    store<f64>(parts + b, total > 0 ? load<f64>(known + b) / total : load<f64>(given + b));
  }
}

/** Sets the node's shares to those of its current rows. */
export function keepShares(node: usize): void {
  const given = shares + (<usize>load<i32>(node + FIRST) << 3);
  memory.copy(given, parts, <usize>load<i32>(node + BRANCHES) << 3);
}

export function beginOf(branch: i32): i32 {
  return load<i32>(begins + (<usize>branch << 2));
}

export function endOf(branch: i32): i32 {
  return load<i32>(nexts + (<usize>branch << 2));
}

/** From the branches' counts to their starts. */
function placeBranches(count: i32): i32 {
  let total = 0;
  for (let b: usize = 0; b < <usize>count; b++) {
    const own = load<i32>(nexts + (b << 2));
    store<i32>(nexts + (b << 2), total);
    total += own + (unknown > 0 && load<f64>(parts + (b << 3)) > 0 ? unknown : 0);
  }
  memory.copy(begins, nexts, <usize>count << 2);
  return total;
}

/**
 * Sends a node's entries to its branches: in place if all values are known, otherwise from `free` on. `weighed`:
 * the shares are needed even if no value is missing.
 */
export function divide(node: usize, from: i32, n: i32, free: i32, weighed: bool): void {
  const count = load<i32>(node + BRANCHES);
  if (!weighed && isThreshold(node) && partitionAtOnce(node, from, n)) return;
  fillSides(node, from, n);
  if (weighed || unknown > 0) fillShares(node, from, n);
  const total = placeBranches(count);
  to = from;
  taken = 0;
  if (unknown == 0) {
    partition(from, n);
  } else if (<f64>free + <f64>total > <f64>mostEntries) {
    taken = -1;
  } else {
    to = free;
    taken = total;
    share(count, from, n);
  }
}

function partition(from: i32, n: i32): void {
  const list = entryRows + (<usize>from << 2);
  const weights = entryWeights + (<usize>from << 3);
  const nexts_ = nexts;
  const sides_ = sides;
  const rows_ = sortedRows;
  const weights_ = sortedWeights;
  for (let i: usize = 0; i < <usize>n; i++) {
    const at = nexts_ + (<usize>load<i32>(sides_ + (i << 2)) << 2);
    const place = <usize>load<i32>(at);
    store<i32>(at, <i32>place + 1);
    store<u32>(rows_ + (place << 2), load<u32>(list + (i << 2)));
    store<f64>(weights_ + (place << 3), load<f64>(weights + (i << 3)));
  }
  memory.copy(list, rows_, <usize>n << 2);
  memory.copy(weights, weights_, <usize>n << 3);
}

@inline
function isThreshold(node: usize): bool {
  return !areLevels(load<i32>(node + ATTRIBUTE));
}

/**
 * A threshold that every value is known of, in one pass: those on the left stay in front, the others follow. False, with the
 * entries in another order, if a value is missing.
 */
function partitionAtOnce(node: usize, from: i32, n: i32): bool {
  const cells = cellsOf(load<i32>(node + ATTRIBUTE));
  const threshold = load<f64>(node + THRESHOLD);
  const list = entryRows + (<usize>from << 2);
  const weights = entryWeights + (<usize>from << 3);
  const rows_ = sortedRows;
  const weights_ = sortedWeights;
  let left: usize = 0;
  let right: usize = 0;
  let absent = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    const row = load<u32>(list + (i << 2));
    const weight = load<f64>(weights + (i << 3));
    const cell = load<f64>(cells + (<usize>row << 3));
    const side = <usize>i32(cell > threshold);
    absent += i32(cell != cell);
    // Written to both; the next one there overwrites the one that does not count.
    store<u32>(list + (left << 2), row);
    store<f64>(weights + (left << 3), weight);
    store<u32>(rows_ + (right << 2), row);
    store<f64>(weights_ + (right << 3), weight);
    right += side;
    left += 1 - side;
  }
  memory.copy(list + (left << 2), rows_, right << 2);
  memory.copy(weights + (left << 3), weights_, right << 3);
  store<i32>(begins, 0);
  store<i32>(begins, <i32>left, 4);
  store<i32>(nexts, <i32>left);
  store<i32>(nexts, n, 4);
  unknown = 0;
  to = from;
  taken = 0;
  return absent == 0;
}

/** The last branch with a share takes the remainder of an entry. */
function share(count: i32, from: i32, n: i32): void {
  let last = 0;
  const inverse = 1.0 / quantum;
  const quantum_ = quantum;
  const parts_ = parts;
  const nexts_ = nexts;
  const sides_ = sides;
  const rows = entryRows + (<usize>to << 2);
  const weights = entryWeights + (<usize>to << 3);
  const list = entryRows + (<usize>from << 2);
  const whole_ = entryWeights + (<usize>from << 3);
  for (let b = 0; b < count; b++) if (load<f64>(parts_ + (<usize>b << 3)) > 0) last = b;
  for (let i: usize = 0; i < <usize>n; i++) {
    const row = load<u32>(list + (i << 2));
    const whole = load<f64>(whole_ + (i << 3));
    const side = load<i32>(sides_ + (i << 2));
    let rest = whole;
    if (side < 0) {
      for (let b = 0; b < last; b++) {
        const part = min(rest, toGrid(whole * load<f64>(parts_ + (<usize>b << 3)), inverse, quantum_));
        if (!(part > 0)) continue;
        put(rows, weights, nexts_ + (<usize>b << 2), row, part);
        rest -= part;
      }
    }
    if (rest > 0) put(rows, weights, nexts_ + (<usize>(side < 0 ? last : side) << 2), row, rest);
  }
}

/** Puts an entry where the next one of its branch goes. */
@inline
function put(rows: usize, weights: usize, next: usize, row: u32, weight: f64): void {
  const place = <usize>load<i32>(next);
  store<i32>(next, <i32>place + 1);
  store<u32>(rows + (place << 2), row);
  store<f64>(weights + (place << 3), weight);
}
