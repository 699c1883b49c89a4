// A leaf becomes two branches: whose rows go where, and what each branch inherits.

import { attributeAt, binsOf, cellsOf, columnOf, directionOf, isPlain, isWide } from "./attribute";
import { look } from "./choose";
import { alone, endPart, firstPart, lists, me, ownCount, team } from "./crew";
import {
  BEST,
  DEPTH,
  EXPANSION,
  GAIN,
  HIGH,
  ID,
  LOW,
  ROWS,
  SLOT,
  SUM_G,
  SUM_H,
  T_ATTRIBUTE,
  T_BIN,
  T_FLAGS,
  T_LEFT_G,
  T_LEFT_H,
  countOf,
  setRange,
  startOf,
} from "./leaf";
import { markLevels } from "./levels";
import { MISSING_LEFT, ON_LEVELS } from "./node";
import { partition, stepsByLimit, stepsBySides } from "./partition";
import { constrained, entriesAt, lambda, ownSides, sideBytes, spareAt } from "./plan";
import { slotOf } from "./slots";

/** Whether the right branch has the larger sum of hessians, and probably more rows. */
@inline
function rightIsLarger(leaf: usize): bool {
  return 2 * load<i64>(leaf + BEST, T_LEFT_H) <= load<i64>(leaf, SUM_H);
}

/** Writes the steps of the bins that a leaf's test divides. `sides`: the bins that go left, if marked. */
function writeSteps(leaf: usize, sides: usize, steps: usize, turned: bool): void {
  const test = leaf + BEST;
  const flags = load<i32>(test, T_FLAGS);
  if ((flags & ON_LEVELS) != 0) {
    stepsBySides(steps, sides, sideBytes, turned ? 1 : 0);
    return;
  }
  // The bin of missing values is 255; adding 1 wraps it to 0, below all others.
  const add: u32 = (flags & MISSING_LEFT) != 0 ? 1 : 0;
  stepsByLimit(steps, add, <u32>load<i32>(test, T_BIN) + add, turned ? 1 : 0);
}

/** Divides this thread's parts of a leaf between it, from now on the left branch, and `other`. Returns `turned`. */
export function divide(leaf: usize, other: usize, sides: usize): bool {
  const turned = rightIsLarger(leaf);
  const record = attributeAt(load<i32>(leaf + BEST, T_ATTRIBUTE));
  const column = columnOf(record);
  // Lists of levels are not needed any more.
  const steps = lists;
  writeSteps(leaf, sides, steps, turned);
  for (let part = firstPart; part < endPart; part++) {
    const start = <usize>startOf(leaf, part) << 3;
    const count = countOf(leaf, part);
    const first = isWide(record)
      ? partition<u16>(column, entriesAt + start, count, spareAt + start, steps)
      : partition<u8>(column, entriesAt + start, count, spareAt + start, steps);
    setBranches(leaf, other, part, first, turned);
  }
  return turned;
}

/** The ranges of both branches in a part. `first`: how many entries come first; `turned`: they go right. */
@inline
function setBranches(leaf: usize, other: usize, part: i32, first: i32, turned: bool): void {
  const start = startOf(leaf, part);
  const count = countOf(leaf, part);
  if (turned) {
    setRange(other, part, start, first);
    setRange(leaf, part, start + first, count - first);
  } else {
    setRange(leaf, part, start, first);
    setRange(other, part, start + first, count - first);
  }
}

/** Tells the other threads how this one's part was divided. */
export function publishPart(leaf: usize, other: usize, turned: bool): void {
  store<i32>(ownCount(me), turned ? countOf(other, me) : countOf(leaf, me));
}

/** After a barrier: how the others' parts were divided. */
export function readParts(leaf: usize, other: usize, turned: bool): void {
  for (let part = 0; part < team; part++) {
    if (part != me) setBranches(leaf, other, part, load<i32>(ownCount(part)), turned);
  }
}

/** Counts the rows of both branches. */
export function countRows(leaf: usize, other: usize): void {
  let left = 0;
  for (let part = 0; part < team; part++) left += countOf(leaf, part);
  store<i32>(other, load<i32>(leaf, ROWS) - left, ROWS);
  store<i32>(leaf, left, ROWS);
}

/** Marks the sides of a leaf's test: alone in the tree's, together each thread in its own copy, from the same tally. */
export function sidesFor(leaf: usize, set: i32): usize {
  const test = leaf + BEST;
  const record = attributeAt(load<i32>(test, T_ATTRIBUTE));
  const sides = ownSides(alone ? 0 : me) + <usize>set * sideBytes;
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
  store<i32>(leaf, -1, EXPANSION);
  store<i32>(other, -1, EXPANSION);
  store<f64>(leaf, -1, GAIN);
  store<f64>(other, -1, GAIN);
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
