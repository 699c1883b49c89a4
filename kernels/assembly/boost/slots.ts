// The slots in which leaves are tallied. Of two branches the smaller is tallied, the other is the parent minus it.

import { attributeAt, cellBytes, cellsOf } from "./attribute";
import { alone, endAttribute, endPart, firstAttribute, firstPart, me, team } from "./crew";
import { countOf, startOf } from "./leaf";
import { attributes, entriesAt, scratchAt, slotBytes, slotsAt } from "./plan";
import { addCells, subtractCells, tally } from "./tally";

@inline
export function slotOf(slot: i32): usize {
  return slotsAt + <usize>slot * slotBytes;
}

/** Where this thread tallies: in the slot itself, if it is alone or the first; otherwise in a slot of its own. */
@inline
export function tallyAt(slot: i32): usize {
  return alone || me == 0 ? slotOf(slot) : scratchAt + <usize>(me - 1) * slotBytes;
}

function tallyParts(leaf: usize, to: usize, minus: bool): void {
  for (let part = firstPart; part < endPart; part++) {
    tally(entriesAt + (<usize>startOf(leaf, part) << 3), countOf(leaf, part), to, minus);
  }
}

/** Tallies this thread's entries of a leaf. */
export function tallyInto(slot: i32, leaf: usize): void {
  const to = tallyAt(slot);
  memory.fill(to, 0, slotBytes);
  tallyParts(leaf, to, false);
}

/** Subtracts a branch's entries from its parent's cells: for a thread that has all of them. */
export function takeOut(slot: i32, leaf: usize): void {
  tallyParts(leaf, slotOf(slot), true);
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
