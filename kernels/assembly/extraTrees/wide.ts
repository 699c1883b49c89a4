import { take } from "../common/bump";
import { cellsHere, rowStep } from "./blocks";
import { levelsOf } from "./column";
import { drawWord } from "./draw";
import { classOf, massAt } from "./mass";
import { attributes, isClasses, isCounted, isTwo, width } from "./params";
import { knownSums, rightSums } from "./score";

// Attributes with more levels than a lane has bits: one at a time, with sets of levels as bits in memory.

/** By level, a bit: whether it occurs at the node. */
let present: usize = 0;
/** The levels that occur, ascending (i32). */
let codes: usize = 0;
/** By level + 1, a bit: whether it goes right; the first for missing values. */
let rights: usize = 0;
let occurring: i32 = 0;

export function takeWide(): void {
  let most = 0;
  for (let a = 0; a < attributes; a++) most = max(most, levelsOf(a));
  present = take((<usize>most >> 3) + 8);
  codes = take(<usize>most << 2);
  rights = take((<usize>most >> 3) + 8);
}

@inline
function words(bits: i32): usize {
  return (<usize>(bits + 31) >> 5) << 2;
}

/** Finds the levels of attribute `a` that occur among n entries; returns how many. */
export function findLevels(entries: usize, n: i32, a: i32): i32 {
  const bytes = words(levelsOf(a));
  for (let at: usize = 0; at < bytes; at += 4) store<u32>(present + at, 0);
  const cells = cellsHere(a);
  for (let at = entries; at < entries + (<usize>n << 3); at += 8) {
    const code = load<i32>(cells + <usize>load<u32>(at) * rowStep);
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
  const bytes = words(levelsOf(a) + 1);
  for (let some = false; !some; ) {
    for (let at: usize = 0; at < bytes; at += 4) store<u32>(rights + at, 0);
    let word: u32 = 0;
    for (let c = 0; c < occurring; c++) {
      if ((c & 31) == 0) word = drawWord();
      if (c == 0 || ((word >> (c & 31)) & 1) != 0) continue;
      setBit(rights, load<u32>(codes + (<usize>c << 2)) + 1);
      some = true;
    }
  }
}

/** Sums the entries whose level is known, and those of them that go right, for `addBySums`. */
export function sumWide(entries: usize, n: i32, a: i32): void {
  for (let k: usize = 0; k < <usize>width << 3; k += 8) {
    store<f64>(knownSums + k, 0);
    store<f64>(rightSums + k, 0);
  }
  const cells = cellsHere(a);
  for (let at = entries; at < entries + (<usize>n << 3); at += 8) {
    const code = load<i32>(cells + <usize>load<u32>(at) * rowStep);
    if (code < 0) continue;
    addEntry(knownSums, at);
    if (bitOf(rights, code + 1) != 0) addEntry(rightSums, at);
  }
}

function addEntry(sums: usize, at: usize): void {
  if (!isClasses) {
    for (let k: usize = 0; k < 24; k += 8) store<f64>(sums + k, load<f64>(sums + k) + load<f64>(massAt(at) + k));
    return;
  }
  const word = load<u32>(at, 4);
  const isPacked = isCounted() && isTwo();
  const to = sums + (<usize>(isPacked ? u32(word >> 16 != 0) : classOf(at)) << 3);
  const w = !isCounted() ? load<f64>(massAt(at)) : <f64>(isPacked ? word & 0xffff : word >> 16);
  store<f64>(to, load<f64>(to) + w);
}

/** Decides where missing values go; then `divideWide` sends entries to their sides. */
export function sendMissing(goesLeft: bool): void {
  if (!goesLeft) setBit(rights, 0);
}

/** The rows of the left branch from the start of `to` upwards, the others from its end downwards. Returns how many go left. */
export function divideWide(from: usize, to: usize, n: i32, a: i32): i32 {
  const cells = cellsHere(a);
  let left = to;
  let right = to + ((<usize>n - 1) << 3);
  for (let at = from; at < from + (<usize>n << 3); at += 8) {
    const entry = load<u64>(at);
    const goes = <usize>(1 - bitOf(rights, load<i32>(cells + <usize>(<u32>entry) * rowStep) + 1)) << 3;
    store<u64>(left, entry);
    store<u64>(right, entry);
    left += goes;
    right += goes - 8;
  }
  return <i32>((left - to) >> 3);
}

/** Writes the levels that go left as bits, with those that do not occur where missing values go. */
export function writeLefts(to: usize, a: i32, missingLeft: bool): void {
  const levels = levelsOf(a);
  for (let at: usize = 0; at < words(levels); at += 4) store<u32>(to + at, 0);
  for (let code: u32 = 0; code < <u32>levels; code++) {
    const isLeft = bitOf(present, code) != 0 ? bitOf(rights, code + 1) == 0 : missingLeft;
    if (isLeft) setBit(to, code);
  }
}
