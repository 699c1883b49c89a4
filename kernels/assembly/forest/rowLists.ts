import { take } from "./arena";
import { loadEntries } from "./entries";
import { blockRows, target } from "./params";
import { countsOf } from "./queue";

// Lists of rows of two classes that have keys (keys.ts): the row (u32), or its number in a block (u16), class by class. How often
// rows count is beside the lists.

/** Whether every row counts once; otherwise, by row or number, how often it does (u8). */
export let areUnits: bool = false;
let weights: usize = 0;
let tableWeights: usize = 0;
let blockWeights: usize = 0;

export function takeRowLists(): void {
  blockWeights = take(<usize>blockRows);
}

/** Lists the rows of a member, and sums them; returns their number. */
export function loadRows(member: i32, list: usize, sums: usize): i32 {
  tableWeights = countsOf(member);
  areUnits = tableWeights == 0;
  weights = tableWeights;
  const n = loadEntries<u32>(member, list);
  let all: u64 = 0;
  let ones: u64 = 0;
  for (let at = list; at < list + (<usize>n << 2); at += 4) {
    const weight = <u64>weightOf<u32>(at);
    all += weight;
    ones += weight & (0 - u64(isOne<u32>(at)));
  }
  store<f64>(sums, <f64>(all - ones));
  store<f64>(sums, <f64>ones, 8);
  return n;
}

/** How often an entry's row counts. */
@inline
export function weightOf<T>(entry: usize): u32 {
  return areUnits ? 1 : <u32>load<u8>(weights + <usize>load<T>(entry));
}

/** In the current block: numbers below this one are of the class that its list begins with, and whether that is class 1. */
let firstNumbers: i32 = 0;
let beginsWithOne: bool = false;

/** Whether an entry has class 1. */
@inline
export function isOne<T>(entry: usize): bool {
  if (sizeof<T>() == 4) return load<u16>(target + (<usize>load<u32>(entry) << 1)) != 0;
  return <i32>load<u16>(entry) < firstNumbers == beginsWithOne;
}

/** How many entries at the beginning of a list have the class of the first one, and whether that is class 1. */
export let firstCount: i32 = 0;
export let firstIsOne: bool = false;

/** `sums` are those of the list. */
@inline
export function findFirst<T>(list: usize, n: i32, sums: usize): void {
  firstIsOne = isOne<T>(list);
  if (areUnits) firstCount = <i32>load<f64>(sums + (firstIsOne ? 8 : 0));
  else searchFirst<T>(list, n);
}

function searchFirst<T>(list: usize, n: i32): void {
  let low = 1;
  let high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isOne<T>(list + <usize>middle * sizeof<T>()) == firstIsOne) low = middle + 1;
    else high = middle;
  }
  firstCount = low;
}

export function useTableWeights(): void {
  weights = tableWeights;
}

/** Numbers the n rows of a list from 0, in a new one. */
export function listNumbers(list: usize, n: i32, sums: usize, to: usize): void {
  findFirst<u32>(list, n, sums);
  firstNumbers = firstCount;
  beginsWithOne = firstIsOne;
  for (let i: usize = 0; i < <usize>n; i++) store<u16>(to + (i << 1), <u16>i);
  if (areUnits) return;
  for (let i: usize = 0; i < <usize>n; i++) store<u8>(blockWeights + i, <u8>weightOf<u32>(list + (i << 2)));
  weights = blockWeights;
}
