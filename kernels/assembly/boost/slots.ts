// The slots in which leaves are tallied. Of two branches the smaller is tallied, the other is the parent minus it.

import { endAttribute, firstAttribute, me, team } from "./crew";
import { COUNT, START } from "./leaf";
import { attributeAt, attributes, cellBytes, cellsOf, entriesAt, scratchAt, slotBytes, slotsAt } from "./plan";
import { addCells, subtractCells, tally } from "./tally";

@inline
export function slotOf(slot: i32): usize {
  return slotsAt + <usize>slot * slotBytes;
}

/** Where this thread tallies: thread 0 in the slot itself, the others in slots of their own. */
@inline
function tallyAt(slot: i32): usize {
  return me == 0 ? slotOf(slot) : scratchAt + <usize>(me - 1) * slotBytes;
}

@inline
function entriesOf(leaf: usize): usize {
  return entriesAt + (<usize>load<i32>(leaf, START) << 3);
}

/** Tallies this thread's entries of a leaf. */
export function tallyInto(slot: i32, leaf: usize): void {
  const to = tallyAt(slot);
  memory.fill(to, 0, slotBytes);
  tally(entriesOf(leaf), load<i32>(leaf, COUNT), to, false);
}

/** Subtracts a branch's entries from its parent's cells: for a thread that has all of them. */
export function takeOut(slot: i32, leaf: usize): void {
  tally(entriesOf(leaf), load<i32>(leaf, COUNT), slotOf(slot), true);
}

/** Where the cells of this thread's attributes begin, and their bytes. */
@inline
function ownCells(): usize {
  return firstAttribute < attributes ? cellsOf(attributeAt(firstAttribute)) : slotBytes;
}

@inline
function ownBytes(): usize {
  if (endAttribute == firstAttribute) return 0;
  const last = attributeAt(endAttribute - 1);
  return cellsOf(last) + cellBytes(last) - ownCells();
}

/** Sums the threads' tallies of this thread's attributes. */
export function merge(slot: i32): void {
  const at = ownCells();
  for (let t = 1; t < team; t++) addCells(slotOf(slot) + at, scratchAt + <usize>(t - 1) * slotBytes + at, ownBytes());
}

/** Subtracts the smaller branch's cells from its parent's, which become the larger one's. */
export function leave(slot: i32, smaller: i32): void {
  subtractCells(slotOf(slot) + ownCells(), slotOf(smaller) + ownCells(), ownBytes());
}
