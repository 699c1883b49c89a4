// A leaf becomes two branches: whose rows go where, and what each branch inherits.

import { look } from "./choose";
import { lists, me } from "./crew";
import {
  BEST,
  COUNT,
  DEPTH,
  HIGH,
  ID,
  LOW,
  SLOT,
  START,
  SUM_G,
  SUM_H,
  T_ATTRIBUTE,
  T_BIN,
  T_FLAGS,
  T_LEFT_G,
  T_LEFT_H,
} from "./leaf";
import { markLevels } from "./levels";
import { MISSING_LEFT, ON_LEVELS } from "./node";
import { partitionByLimit, partitionBySides } from "./partition";
import {
  attributeAt,
  binsOf,
  cellsOf,
  columnOf,
  constrained,
  directionOf,
  entriesAt,
  isPlain,
  isWide,
  lambda,
  ownSides,
  sideBytes,
  spareAt,
} from "./plan";
import { slotOf } from "./slots";

/** Whether the right branch has the larger sum of hessians, and probably more rows. */
@inline
function rightIsLarger(leaf: usize): bool {
  return 2 * load<i64>(leaf + BEST, T_LEFT_H) <= load<i64>(leaf, SUM_H);
}

/** Divides this thread's entries of a leaf; returns how many come first. `sides`: the bins that go left, if marked. */
function partition(leaf: usize, sides: usize, turned: u32): i32 {
  const test = leaf + BEST;
  const record = attributeAt(load<i32>(test, T_ATTRIBUTE));
  const flags = load<i32>(test, T_FLAGS);
  const bin = load<i32>(test, T_BIN);
  const start = load<i32>(leaf, START);
  const entries = entriesAt + (<usize>start << 3);
  const spare = spareAt + (<usize>start << 3);
  const count = load<i32>(leaf, COUNT);
  if ((flags & ON_LEVELS) != 0) {
    if (isWide(record)) return partitionBySides<u16>(columnOf(record), entries, count, spare, sides, turned);
    return partitionBySides<u8>(columnOf(record), entries, count, spare, sides, turned);
  }
  // The bin of missing values is 255; adding 1 wraps it to 0, below all others.
  const add: u32 = (flags & MISSING_LEFT) != 0 ? 1 : 0;
  return partitionByLimit(columnOf(record), entries, count, spare, add, <u32>bin + add, turned);
}

/** Divides this thread's entries of a leaf between it, from now on the left branch, and `other`; returns the left ones. */
export function divide(leaf: usize, other: usize, sides: usize): i32 {
  const turned = rightIsLarger(leaf);
  const start = load<i32>(leaf, START);
  const count = load<i32>(leaf, COUNT);
  const first = partition(leaf, sides, turned ? 1 : 0);
  const left = turned ? count - first : first;
  store<i32>(leaf, turned ? start + first : start, START);
  store<i32>(other, turned ? start : start + first, START);
  store<i32>(leaf, left, COUNT);
  store<i32>(other, count - left, COUNT);
  return left;
}

/** Each thread marks the sides in its own copy, from the same tally. */
export function sidesFor(leaf: usize, set: i32): usize {
  const test = leaf + BEST;
  const record = attributeAt(load<i32>(test, T_ATTRIBUTE));
  const sides = ownSides(me) + <usize>set * sideBytes;
  if ((load<i32>(test, T_FLAGS) & ON_LEVELS) == 0) return sides;
  memory.fill(sides, 0, sideBytes);
  const cells = slotOf(load<i32>(leaf, SLOT)) + cellsOf(record);
  look(leaf);
  markLevels(
    cells,
    binsOf(record),
    isPlain(record),
    lists,
    load<i32>(test, T_BIN),
    load<i32>(test, T_FLAGS),
    sides,
  );
  return sides;
}

/** The leaf becomes its left branch, with node `id`; `other` the right one, with the next node. */
export function branch(leaf: usize, other: usize, id: i32): void {
  const test = leaf + BEST;
  const g = load<i64>(test, T_LEFT_G);
  const h = load<i64>(test, T_LEFT_H);
  store<i32>(leaf, id, ID);
  store<i32>(other, id + 1, ID);
  store<i32>(leaf, load<i32>(leaf, DEPTH) + 1, DEPTH);
  store<i32>(other, load<i32>(leaf, DEPTH), DEPTH);
  store<i64>(other, load<i64>(leaf, SUM_G) - g, SUM_G);
  store<i64>(other, load<i64>(leaf, SUM_H) - h, SUM_H);
  store<i64>(leaf, g, SUM_G);
  store<i64>(leaf, h, SUM_H);
  store<f64>(other, load<f64>(leaf, LOW), LOW);
  store<f64>(other, load<f64>(leaf, HIGH), HIGH);
  if (constrained) boundBranches(leaf, other, load<i32>(test, T_ATTRIBUTE));
}

@inline
export function clamp(x: f64, leaf: usize): f64 {
  return min(max(x, load<f64>(leaf, LOW)), load<f64>(leaf, HIGH));
}

/** No output below either branch may cross the midpoint of the two outputs. */
function boundBranches(leaf: usize, other: usize, attribute: i32): void {
  const direction = directionOf(attributeAt(attribute));
  if (direction == 0) return;
  const left = clamp(-(<f64>load<i64>(leaf, SUM_G)) / (<f64>load<i64>(leaf, SUM_H) + lambda), leaf);
  const right = clamp(-(<f64>load<i64>(other, SUM_G)) / (<f64>load<i64>(other, SUM_H) + lambda), other);
  const middle = (left + right) / 2;
  store<f64>(leaf + (direction > 0 ? HIGH : LOW), middle);
  store<f64>(other + (direction > 0 ? LOW : HIGH), middle);
}
