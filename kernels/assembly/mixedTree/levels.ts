import { impurityOf } from "./impurity";
import { classes, mostLevels } from "./job";
import { labelOf, listWeight } from "./lists";
import { factorAt, placeOf, present } from "./search";

// The levels of a nominal attribute that occur at a node, in the order of their codes: the class weights of each, and where
// it begins in the attribute's list.

export let levels: i32 = 0;
/** By level and class that occurs at the node (f64). */
let cells: usize = 0;
/** By level: its weight (f64), and where it begins (u32); one more for the end. */
let levelWeights: usize = 0;
let starts: usize = 0;

export function levelScratch(): usize {
  const most = <usize>mostLevels() + 1;
  return most * ((<usize>classes << 3) + 12) + 192;
}

export function useLevelScratch(at: usize): void {
  const most = <usize>mostLevels() + 1;
  cells = at;
  levelWeights = cells + most * (<usize>classes << 3);
  starts = levelWeights + (most << 3);
}

@inline
export function cellsOf(level: i32): usize {
  return cells + ((<usize>level * <usize>present) << 3);
}

@inline
export function levelWeight(level: i32): f64 {
  return load<f64>(levelWeights + (<usize>level << 3));
}

@inline
export function startOf(level: i32): i32 {
  return load<i32>(starts + (<usize>level << 2));
}

/** Sums up the `m` known rows of a list by level. */
@inline
export function collect<T>(list: usize, m: i32, codes: usize): void {
  const width = <usize>present << 3;
  let row = cells - width;
  let start = starts;
  let code: T = 0;
  for (let i = 0; i < m; i++) {
    const e = <usize>load<T>(list + <usize>i * sizeof<T>());
    const next = load<T>(codes + e * sizeof<T>());
    if (next != code || i == 0) {
      row += width;
      memory.fill(row, 0, width);
      store<i32>(start, i);
      start += 4;
      code = next;
    }
    const p = row + (<usize>load<u16>(placeOf + (labelOf<T>(e) << 1)) << 3);
    store<f64>(p, load<f64>(p) + listWeight<T>(e));
  }
  store<i32>(start, m);
  levels = <i32>((start - starts) >> 2);
  weigh();
}

function weigh(): void {
  let at = cells;
  for (let level = 0; level < levels; level++) {
    let weight: f64 = 0;
    for (let k = 0; k < present; k++, at += 8) weight += load<f64>(at);
    store<f64>(levelWeights + (<usize>level << 3), weight);
  }
}

/** The impurities of all levels added up: no division into two sides leaves less. */
export function impurityOfLevels(): f64 {
  let sum: f64 = 0;
  for (let level = 0; level < levels; level++) sum += impurityOf(cellsOf(level), factorAt, present);
  return sum;
}
