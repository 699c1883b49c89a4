import { take } from "../forest/arena";
import { blockWords, cellsHere } from "./blocks";
import { levelsOf, shiftOf } from "./column";
import { drawWord } from "./draw";
import { attributes } from "../forest/params";

// Attributes with more levels than a word has bits: row by row, with sets of levels as bits in memory.

/** By level, a bit: whether it occurs at the node. */
let present: usize = 0;
/** The levels that occur, ascending (i32). */
let codes: usize = 0;
/** By level, a bit: whether it goes right. */
let rightLevels: usize = 0;
let occurring: i32 = 0;

export function takeWide(): void {
  let most = 0;
  for (let a = 0; a < attributes; a++) most = max(most, levelsOf(a));
  present = take((<usize>most >> 3) + 8);
  codes = take(<usize>most << 2);
  rightLevels = take((<usize>most >> 3) + 8);
}

@inline
function bytesFor(levels: i32): usize {
  return (<usize>(levels + 31) >> 5) << 2;
}

/** The code of a cell; -1 where missing. */
@inline
function codeAt(cells: usize, shift: usize, row: usize): i32 {
  if (shift == 0) return <i32>load<u8>(cells + row) - 1;
  return (shift == 1 ? <i32>load<u16>(cells + (row << 1)) : load<i32>(cells + (row << 2))) - 1;
}

/** Finds the levels of attribute `a` that occur among the rows of a set; returns how many. */
export function findLevels(bits: usize, a: i32): i32 {
  const bytes = bytesFor(levelsOf(a));
  for (let at: usize = 0; at < bytes; at += 4) store<u32>(present + at, 0);
  const cells = cellsHere(a);
  const shift = shiftOf(a);
  for (let w: usize = 0; w < blockWords; w++)
    for (let rest = load<u64>(bits + (w << 3)); rest != 0; rest &= rest - 1) {
      const code = codeAt(cells, shift, (w << 6) + <usize>ctz(rest));
      if (code >= 0) setBit(present, <u32>code);
    }
  occurring = 0;
  for (let at: usize = 0; at < bytes; at += 4)
    for (let rest = load<u32>(present + at); rest != 0; rest &= rest - 1)
      store<u32>(codes + (<usize>(occurring++) << 2), <u32>(at << 3) + ctz(rest));
  return occurring;
}

@inline
function setBit(bits: usize, i: u32): void {
  const at = bits + (<usize>(i >> 5) << 2);
  store<u32>(at, load<u32>(at) | (<u32>1 << (i & 31)));
}

@inline
function bitOf(bits: usize, i: u32): u32 {
  return (load<u32>(bits + (<usize>(i >> 5) << 2)) >> (i & 31)) & 1;
}

/** Draws which of the levels found go right: the first goes left, the others by one bit each. */
export function drawRights(a: i32): void {
  const bytes = bytesFor(levelsOf(a));
  for (let some = false; !some; ) {
    for (let at: usize = 0; at < bytes; at += 4) store<u32>(rightLevels + at, 0);
    let word: u32 = 0;
    for (let c = 0; c < occurring; c++) {
      if ((c & 31) == 0) word = drawWord();
      if (c == 0 || ((word >> (c & 31)) & 1) != 0) continue;
      setBit(rightLevels, load<u32>(codes + (<usize>c << 2)));
      some = true;
    }
  }
}

/** The rows of a set whose level goes right. */
export function sendWide(a: i32, bits: usize, to: usize): void {
  const cells = cellsHere(a);
  const shift = shiftOf(a);
  for (let w: usize = 0; w < blockWords; w++) {
    let right: u64 = 0;
    for (let rest = load<u64>(bits + (w << 3)); rest != 0; rest &= rest - 1) {
      const code = codeAt(cells, shift, (w << 6) + <usize>ctz(rest));
      if (code >= 0) right |= (rest & -rest) & (0 - <u64>bitOf(rightLevels, code));
    }
    store<u64>(to + (w << 3), right);
  }
}

/** Writes the levels that go left as bits, with those that do not occur where missing values go. */
export function writeLefts(to: usize, a: i32, missingLeft: bool): void {
  const levels = levelsOf(a);
  for (let at: usize = 0; at < bytesFor(levels); at += 4) store<u32>(to + at, 0);
  for (let code: u32 = 0; code < <u32>levels; code++) {
    const isLeft = bitOf(present, code) != 0 ? bitOf(rightLevels, code) == 0 : missingLeft;
    if (isLeft) setBit(to, code);
  }
}
