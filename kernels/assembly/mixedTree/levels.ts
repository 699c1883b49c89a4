import { impurityOf } from "./impurity";
import { cellAt } from "./counts";
import { classes, mostLevels } from "./job";
import { labelIn, labelsFor, Local, weightIn, weightsFor, Wide } from "./lists";
import { classAt, factorAt, placeOf, present } from "./search";

// The codes of an attribute that occur at a node, in their order; of a nominal one they are its levels. Each has its class
// weights, and if they come from a list, the position where it begins there.

export let levels: i32 = 0;
/** By level and class that occurs at the node (f64). */
let cells: usize = 0;
/** By level: its weight (f64), where it begins (u32; one more for the end), and its code (u32). */
let levelWeights: usize = 0;
let starts: usize = 0;
let levelCodes: usize = 0;

export function levelScratch(): usize {
  const most = <usize>mostLevels() + 1;
  return most * ((<usize>classes << 3) + 16) + 192;
}

export function useLevelScratch(at: usize): void {
  const most = <usize>mostLevels() + 1;
  cells = at;
  levelWeights = cells + most * (<usize>classes << 3);
  starts = levelWeights + (most << 3);
  levelCodes = starts + (most << 2);
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
export function levelCode(level: i32): u32 {
  return load<u32>(levelCodes + (<usize>level << 2));
}

@inline
export function startOf(level: i32): i32 {
  return load<i32>(starts + (<usize>level << 2));
}

/** Sums up the `m` known rows of a list by level. */
@inline
export function collect<T>(list: usize, m: i32, codes: usize): void {
  if (sizeof<T>() == 2) collectLocal(list, m, codes);
  else collectWide(list, m, codes);
}

export function collectWide(list: usize, m: i32, codes: usize): void {
  if (present == 2) collectTwo<Wide>(list, m, codes);
  else collectMany<Wide>(list, m, codes);
}

export function collectLocal(list: usize, m: i32, codes: usize): void {
  if (present == 2) collectTwo<Local>(list, m, codes);
  else collectMany<Local>(list, m, codes);
}

/** Two classes: the sums of a level stay in local variables. */
@inline
function collectTwo<T>(list: usize, m: i32, codes: usize): void {
  const places = placeOf;
  const labels = labelsFor<T>();
  const weights = weightsFor<T>();
  let cell = cells;
  let level: usize = 0;
  let a: f64 = 0;
  let b: f64 = 0;
  let code = load<T>(codes + <usize>load<T>(list) * sizeof<T>());
  store<i32>(starts, 0);
  for (let i = 0; i <= m; i++) {
    const e = i < m ? <usize>load<T>(list + <usize>i * sizeof<T>()) : 0;
    const next = load<T>(codes + e * sizeof<T>());
    if (next != code || i == m) {
      store<f64>(cell, a);
      store<f64>(cell, b, 8);
      store<f64>(levelWeights + (level << 3), a + b);
      cell += 16;
      level++;
      store<i32>(starts + (level << 2), i);
      a = 0;
      b = 0;
      code = next;
    }
    const w = weightIn(weights, e);
    const ofB = <f64>load<u16>(places + (labelIn(labels, e) << 1)) * w;
    b += ofB;
    a += w - ofB;
  }
  levels = <i32>level;
}

@inline
function collectMany<T>(list: usize, m: i32, codes: usize): void {
  const places = placeOf;
  const labels = labelsFor<T>();
  const weights = weightsFor<T>();
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
    const p = row + (<usize>load<u16>(places + (labelIn(labels, e) << 1)) << 3);
    store<f64>(p, load<f64>(p) + weightIn(weights, e));
  }
  store<i32>(start, m);
  levels = <i32>((start - starts) >> 2);
  weigh();
}

/** The same from counts by code. */
export function collectCounts(counts: usize, codes: u32): void {
  let to = cells;
  levels = 0;
  for (let code: u32 = 0; code < codes; code++) {
    const cell = cellAt(counts, code);
    let weight: f64 = 0;
    for (let k = 0; k < present; k++) {
      const w = load<f64>(cell + (classAt(k) << 3));
      store<f64>(to + (<usize>k << 3), w);
      weight += w;
    }
    if (!(weight > 0)) continue;
    store<f64>(levelWeights + (<usize>levels << 3), weight);
    store<u32>(levelCodes + (<usize>levels << 2), code);
    to += <usize>present << 3;
    levels++;
  }
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
