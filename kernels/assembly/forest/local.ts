import { take } from "./arena";
import { addMass, clearSums, isTwo, massShift } from "./mass";
import { hasMissing, width } from "./params";
import { differ, isMissing, useTies } from "./ties";

// A node of at most `blockRows` rows, whose rows are identified by numbers of two bytes: the rows of these numbers.

/** By number: the row (u32), and its mass: for two classes weight | weight of class 1 << 16 (u32), otherwise as in mass.ts. */
export let rowOf: usize = 0;
export let localMass: usize = 0;
export let tailSums: usize = 0;
/** The number of known entries of the current list, and whether there are others. */
export let known: i32 = 0;

export function takeLocal(most: i32): void {
  rowOf = take(<usize>most << 2);
  localMass = take(<usize>most << 4);
  tailSums = take(<usize>width << 3);
}

/** The node's rows are numbered by their positions in `ids`. */
export function loadLocal(ids: usize, n: i32, mass: usize): void {
  memory.copy(rowOf, ids, <usize>n << 2);
  const shift = massShift();
  for (let i: usize = 0; i < <usize>n; i++) {
    const at = mass + (<usize>load<u32>(ids + (i << 2)) << shift);
    if (isTwo()) {
      const word = load<u64>(at);
      store<u32>(localMass + (i << 2), <u32>word | (<u32>(word >> 32) << 16));
    } else {
      store<u64>(localMass + (i << shift), load<u64>(at));
      if (shift == 4) store<u64>(localMass + (i << shift), load<u64>(at, 8), 8);
    }
  }
}

/** The row of a list entry. */
@inline
export function rowAt(list: usize, i: i32): u32 {
  return load<u32>(rowOf + (<usize>load<u16>(list + (<usize>i << 1)) << 2));
}

/**
 * Counts the known entries of a sorted list, which come first, and sums the others. False if the known cells are all
 * equal. Makes the attribute's ties current.
 */
export function findTail(a: i32, list: usize, n: i32): bool {
  useTies(a);
  known = n;
  if (hasMissing(a)) known = countKnown(list, n);
  if (known < n) clearSums(tailSums);
  for (let i = known; i < n; i++) addLocal(tailSums, <usize>load<u16>(list + (<usize>i << 1)));
  return known > 1 && differ(rowAt(list, 0), rowAt(list, known - 1));
}

/** By binary search: missing values come last. */
function countKnown(list: usize, n: i32): i32 {
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isMissing(rowAt(list, middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}

@inline
export function addLocal(sums: usize, number: usize): void {
  if (!isTwo()) return addMass(sums, localMass + (number << massShift()));
  const word = load<u32>(localMass + (number << 2));
  const one = <f64>(word >> 16);
  store<f64>(sums, load<f64>(sums) + (<f64>(word & 0xffff) - one));
  store<f64>(sums, load<f64>(sums, 8) + one, 8);
}
