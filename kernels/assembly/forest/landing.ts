import { answerAt } from "./answers";
import { isClasses, leaves, rows, width } from "./params";
import { slotOf } from "./queue";

// The answers that the rows reach which a tree is grown from: they are noted when a leaf is made. Where every row has weight, a
// leaf of one class has rows of that class only, so that nothing is noted there. The other rows walk down the finished tree
// (judge.ts, `landedOf`).
//
//   by slot: the number of notes i32 · 1 if rows without one are in a leaf of their own class i32 · rows u32 · from after those
//            of all rows on what they reach u32: the link of a leaf, and once the tree is written its answer

export const NOWHERE: u32 = 0xffffffff;

/** Of the tree that is grown: its notes, and how many. */
let notes: usize = 0;
let count: usize = 0;
let areOwn: bool = false;

@inline
export function notesOf(member: i32): usize {
  return leaves + slotOf(member) * (8 + (<usize>rows << 3));
}

/** Before a tree. */
export function startLanding(member: i32, hasWeights: bool): void {
  if (!leaves) return;
  notes = notesOf(member) + 8;
  count = 0;
  areOwn = isClasses && !hasWeights;
}

/** The link of a leaf whose rows are to be noted, or NOWHERE. */
@inline
export function notedLink(link: u32): u32 {
  if (!leaves) return NOWHERE;
  return areOwn && link < <u32>width ? NOWHERE : link;
}

@inline
export function landRow(row: u32, link: u32): void {
  const at = notes + (count << 2);
  store<u32>(at, row);
  store<u32>(at + (<usize>rows << 2), link);
  count++;
}

/** Notes the rows of a leaf, if its link is one. T: an entry, whose lower bits are a row, or its number in `rowsOf` (u32), unless that is 0. */
@inline
export function landEntries<T>(from: usize, n: i32, link: u32, rowsOf: usize): void {
  if (link != NOWHERE) noteEntries<T>(from, n, link, rowsOf);
}

function noteEntries<T>(from: usize, n: i32, link: u32, rowsOf: usize): void {
  const end = from + <usize>n * sizeof<T>();
  for (let at = from; at < end; at += sizeof<T>()) {
    const entry = <u32>load<T>(at);
    landRow(rowsOf ? load<u32>(rowsOf + (<usize>entry << 2)) : entry, link);
  }
}

/** After the tree was written. */
export function finishLanding(member: i32): void {
  if (!leaves) return;
  store<i32>(notes - 8, <i32>count);
  store<i32>(notes - 4, i32(areOwn));
  const links = notes + (<usize>rows << 2);
  for (let at = links; at < links + (count << 2); at += 4) store<u32>(at, answerAt(load<u32>(at)));
}
