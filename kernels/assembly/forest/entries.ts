import { addMoments, clearSums, isTwo } from "./mass";
import { isClasses, rows, target, width } from "./params";
import { countsOf } from "./queue";

// Lists of rows for random cuts: entries of eight bytes, the row's number (u32) and its mass (u32). For two classes the mass
// is weight | weight of class 1 << 16, so that both are added at once; for more, class | weight << 16; for a numeric target
// the weight. Of two classes the rows of each are together, of one first, then of the other: dividing a list keeps the order
// of its entries, or reverses it. Where rows of two classes have keys (keys.ts) and every row counts once, an entry is only the
// row (u32), or its number in a block (u16).

/** By number: the target in integer units (f64), if it is numeric. */
export let units: usize = 0;

export function useUnits(at: usize): void {
  units = at;
}

@inline
export function unitsOf(entry: usize): f64 {
  return load<f64>(units + (<usize>load<u32>(entry) << 3));
}

/** Lists the rows with a count for a member, ascending, or class by class, and sums them; returns their number. */
export function loadEntries<T>(member: i32, entries: usize, sums: usize): i32 {
  const middle = listRows<T>(member, entries, isTwo() ? 0 : -1);
  const end = isTwo() ? listRows<T>(member, middle, 1) : middle;
  const n = <i32>((end - entries) / sizeof<T>());
  if (sizeof<T>() == 8) sumEntries(sums, entries, n);
  else {
    store<f64>(sums, <f64>((middle - entries) / sizeof<T>()));
    store<f64>(sums, <f64>((end - middle) / sizeof<T>()), 8);
  }
  return n;
}

/** Lists those of class k, all if it is -1; returns where the list ends. */
function listRows<T>(member: i32, entries: usize, k: i32): usize {
  const counted = countsOf(member);
  let to = entries;
  for (let row = 0; row < rows; row++) {
    const w: u32 = counted == 0 ? 1 : <u32>load<u8>(counted + <usize>row);
    store<u32>(to, row);
    if (sizeof<T>() == 8) store<u32>(to, massOf(row, w), 4);
    const isListed = i32(w > 0) & (i32(k < 0) | i32(<i32>load<u16>(target + (<usize>row << 1)) == k));
    to += <usize>isListed * sizeof<T>();
  }
  return to;
}

/** Of two classes: how many entries at the beginning of a list have the class of the first one, and whether that is class 1. */
export let firstCount: i32 = 0;
export let firstIsOne: bool = false;

/** `sums` are those of the list. */
@inline
export function findFirst<T>(entries: usize, n: i32, sums: usize): void {
  firstIsOne = isOne<T>(entries);
  if (sizeof<T>() == 8) searchFirst(entries, n);
  else firstCount = <i32>load<f64>(sums + (firstIsOne ? 8 : 0));
}

/** In the current block: the numbers below this one are of the class that its list begins with, and whether that is class 1. */
let firstNumbers: i32 = 0;
let beginsWithOne: bool = false;

/** Before a block of these entries gets a list of numbers. */
export function beginBlock<T>(entries: usize, n: i32, sums: usize): void {
  findFirst<T>(entries, n, sums);
  firstNumbers = firstCount;
  beginsWithOne = firstIsOne;
}

/** Of two classes: whether an entry has class 1. */
@inline
export function isOne<T>(entry: usize): bool {
  if (sizeof<T>() == 8) return load<u16>(entry, 6) != 0;
  if (sizeof<T>() == 4) return load<u16>(target + (<usize>load<u32>(entry) << 1)) != 0;
  return <i32>load<u16>(entry) < firstNumbers == beginsWithOne;
}

function searchFirst(entries: usize, n: i32): void {
  let low = 1;
  let high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isOne<u64>(entries + (<usize>middle << 3)) == firstIsOne) low = middle + 1;
    else high = middle;
  }
  firstCount = low;
}

@inline
function massOf(row: i32, w: u32): u32 {
  if (!isClasses) return w;
  const k = <u32>load<u16>(target + (<usize>row << 1));
  return width == 2 ? w | ((w * k) << 16) : k | (w << 16);
}

/** The sums of the rows in a list. */
export function sumEntries(sums: usize, entries: usize, n: i32): void {
  clearSums(sums);
  const end = entries + (<usize>n << 3);
  if (isTwo()) {
    let weight: u64 = 0;
    let ones: u64 = 0;
    for (let at = entries; at < end; at += 8) {
      const mass = load<u32>(at, 4);
      weight += mass & 0xffff;
      ones += mass >> 16;
    }
    store<f64>(sums, <f64>(weight - ones));
    store<f64>(sums, <f64>ones, 8);
  } else if (isClasses) {
    for (let at = entries; at < end; at += 8) {
      const mass = load<u32>(at, 4);
      const to = sums + (<usize>(mass & 0xffff) << 3);
      store<f64>(to, load<f64>(to) + <f64>(mass >> 16));
    }
  } else for (let at = entries; at < end; at += 8) addMoments(sums, <f64>load<u32>(at, 4), unitsOf(at));
}

/** All rows have the same target. */
@inline
export function arePure(sums: usize, entries: usize, n: i32): bool {
  if (isTwo()) return load<f64>(sums) == 0 || load<f64>(sums, 8) == 0;
  return areManyPure(sums, entries, n);
}

function areManyPure(sums: usize, entries: usize, n: i32): bool {
  if (isClasses) {
    let classes = 0;
    for (let k = 0; k < width; k++) classes += load<f64>(sums + (<usize>k << 3)) > 0 ? 1 : 0;
    return classes <= 1;
  }
  const first = unitsOf(entries);
  const end = entries + (<usize>n << 3);
  for (let at = entries; at < end; at += 8) if (unitsOf(at) != first) return false;
  return true;
}
