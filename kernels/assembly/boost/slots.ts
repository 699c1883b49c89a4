// The slots in which leaves are tallied. Of two branches the smaller is tallied, the other is the parent minus it.

import { me, team } from "./crew";
import { COUNT, START } from "./leaf";
import {
  attributeAt,
  attributes,
  cellsOf,
  entriesAt,
  isWide,
  missingOf,
  scratchAt,
  slotBytes,
  slotsAt,
} from "./plan";
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

/** Tallies this thread's entries of a leaf. */
export function tallyInto(slot: i32, leaf: usize): void {
  const to = tallyAt(slot);
  memory.fill(to, 0, slotBytes);
  tally(entriesAt + (<usize>load<i32>(leaf, START) << 3), load<i32>(leaf, COUNT), to);
}

/** Bytes of an attribute's cells, in pairs. */
@inline
function cellBytes(record: usize): usize {
  return isWide(record) ? <usize>((missingOf(record) + 2) & ~1) << 3 : 2048;
}

/** Sums the threads' tallies of this thread's attributes. */
export function merge(slot: i32): void {
  if (team == 1) return;
  for (let a = me; a < attributes; a += team) {
    const record = attributeAt(a);
    const cells = cellsOf(record);
    const to = slotOf(slot) + cells;
    for (let t = 1; t < team; t++) addCells(to, scratchAt + <usize>(t - 1) * slotBytes + cells, cellBytes(record));
  }
}

/** Subtracts the smaller branch's cells from its parent's, which become the larger one's. */
export function leave(slot: i32, smaller: i32): void {
  for (let a = me; a < attributes; a += team) {
    const record = attributeAt(a);
    const cells = cellsOf(record);
    subtractCells(slotOf(slot) + cells, slotOf(smaller) + cells, cellBytes(record));
  }
}
