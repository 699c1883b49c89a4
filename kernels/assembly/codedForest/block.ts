import { take } from "../forest/arena";
import { attributes, isClasses, target, width } from "../forest/params";
import { countFewOfTwo, countManyOfTwo, countSomeOfTwo, highBits, lowBits, tallyBits } from "./countTwo";
import { examineSorted, examineTally } from "./examine";
import { classByRow, massByRow, massBytes, wordOf } from "./mass";
import { codeShift, codesOf, isNominal, isPacked, isTwo, missingCode } from "./params";
import { clearRanks, rankRows, takeRanks } from "./rankBlock";
import { addCode, addToCell, cellBytes, missingCell, moveCell, startTally } from "./tally";

// A block: a node of at most 256 rows and everything below it. Its rows are numbered from 0, and the cells of an attribute
// are one byte each: the code itself, if the attribute's codes have one byte, or else its rank among those of the block.
// Attributes are loaded when they are first examined.

export const MOST: i32 = 256;

/** By entry: the row of the table (u32), its mark (u32), mass and class (u16) as in mass.ts, and a numeric target (f64). */
export let rowsOfBlock: usize = 0;
let blockMarks: usize = 0;
/** Two classes, by entry: weight | weight of class 1 << 32. */
let words: usize = 0;
export let blockMass: usize = 0;
export let blockClasses: usize = 0;
export let blockUnits: usize = 0;
let size: i32 = 0;
/** By attribute: whether it is loaded (u8); by attribute and entry: its code in the block (u8). */
let isLoaded: usize = 0;
let codes: usize = 0;
/** By attribute and rank: the code in the table (u32). */
let ranked: usize = 0;
/** By attribute: the code in the block of missing values (i32); MOST if none is missing. */
let missing: usize = 0;
/** By attribute: a code in the block that none exceeds (i32). */
let tops: usize = 0;
let keys: usize = 0;
/** Two tables of cells by code, all clear between calls; and a bit for each code that occurs. */
let table: usize = 0;
let present: usize = 0;
/** By code: where its next entry goes (u16). */
let starts: usize = 0;

export function takeBlock(): void {
  takeRanks();
  rowsOfBlock = take(MOST << 2);
  blockMarks = take(MOST << 2);
  words = take(MOST << 3);
  blockMass = take(<usize>MOST * massBytes());
  blockClasses = take(MOST << 1);
  blockUnits = take(MOST << 3);
  isLoaded = take(attributes);
  codes = take(<usize>attributes * MOST);
  ranked = take((<usize>attributes * MOST) << 2);
  missing = take(<usize>attributes << 2);
  tops = take(<usize>attributes << 2);
  keys = take(MOST << 3);
  table = take(2 * tableBytes());
  present = take(MOST >> 3);
  starts = take(MOST << 2);
}

/** Classes up to which levels have cells in the table; with more of them codes are only counted. */
const FEW_CLASSES: i32 = 64;

/** Bytes of a table of cells. */
@inline
function tableBytes(): usize {
  return <usize>(MOST + 1) * (isClasses && width > FEW_CLASSES ? 8 : max(8, cellBytes()));
}

export function clearBlock(): void {
  clearRanks();
  memory.fill(table, 0, 2 * tableBytes());
  memory.fill(present, 0, MOST >> 3);
}

/** Begins a block of these entries (u64: row | mark << 32). */
export function startBlock(entries: usize, n: i32): void {
  size = n;
  memory.fill(isLoaded, 0, attributes);
  for (let i: usize = 0; i < <usize>n; i++) {
    const row = load<u32>(entries + (i << 3));
    const mark = load<u32>(entries + (i << 3), 4);
    store<u32>(rowsOfBlock + (i << 2), row);
    store<u32>(blockMarks + (i << 2), isPacked ? mark : <u32>i);
    if (isTwo) store<u64>(words + (i << 3), wordOf(mark));
    else if (!isPacked) loadMass(i, <usize>row);
  }
}

function loadMass(i: usize, row: usize): void {
  const bytes = massBytes();
  memory.copy(blockMass + i * bytes, massByRow + row * bytes, bytes);
  if (isClasses) store<u16>(blockClasses + (i << 1), load<u16>(classByRow() + (row << 1)));
  else store<f64>(blockUnits + (i << 3), load<f64>(target + (row << 3)));
}

/** By entry: the code in the block (u8). */
@inline
export function blockCodes(a: i32): usize {
  return codes + <usize>a * MOST;
}

/** The same, of an attribute that may not have been examined yet. */
@inline
export function loadedCodes(a: i32): usize {
  if (load<u8>(isLoaded + <usize>a) == 0) loadAttribute(a);
  return blockCodes(a);
}

/** A code in the block that none exceeds. */
@inline
export function topCode(a: i32): i32 {
  return load<i32>(tops + (<usize>a << 2));
}

@inline
export function blockMissing(a: i32): i32 {
  return load<i32>(missing + (<usize>a << 2));
}

/** The code in the table of a code in the block. */
@inline
export function tableCode(a: i32, code: u32): u32 {
  return codeShift(a) == 0 ? code : load<u32>(ranked + ((<usize>a * MOST + <usize>code) << 2));
}

function loadAttribute(a: i32): void {
  store<u8>(isLoaded + <usize>a, 1);
  const from = codesOf(a);
  const shift = codeShift(a);
  if (shift != 0) return rankCodes(a, from, shift);
  const to = blockCodes(a);
  for (let i: usize = 0; i < <usize>size; i++)
    store<u8>(to + i, load<u8>(from + <usize>load<u32>(rowsOfBlock + (i << 2))));
  store<i32>(missing + (<usize>a << 2), missingCode(a));
  store<i32>(tops + (<usize>a << 2), missingCode(a));
}

function rankCodes(a: i32, from: usize, shift: i32): void {
  const none = <u32>missingCode(a);
  const table = ranked + ((<usize>a * MOST) << 2);
  const last = rankRows(from, shift, none + 1, rowsOfBlock, size, blockCodes(a), table) - 1;
  const hasNone = load<u32>(table + (<usize>last << 2)) == none;
  store<i32>(missing + (<usize>a << 2), hasNone ? last : MOST);
  store<i32>(tops + (<usize>a << 2), last);
}

/** The best test on an attribute for n entries (u8). */
export function examineBlock(a: i32, ids: usize, n: i32, sums: usize): i32 {
  loadedCodes(a);
  startTally();
  if (isTwo) return countTwo(a, ids, n, sums);
  const isSorted = isClasses && !(isNominal(a) && width <= FEW_CLASSES);
  return isSorted ? sortEntries(a, ids, n, sums) : countEntries(a, ids, n, sums);
}

@inline
export function markAt(i: usize): u32 {
  return load<u32>(blockMarks + (i << 2));
}

/** Two classes: the sum of the words of entries (u8). */
@inline
export function wordsOf(ids: usize, n: i32): u64 {
  let sum: u64 = 0;
  for (let at = ids; at < ids + <usize>n; at++) sum += load<u64>(words + (<usize>load<u8>(at) << 3));
  return sum;
}

@inline
function mark(code: u32): void {
  const at = present + (<usize>(code >> 6) << 3);
  store<u64>(at, load<u64>(at) | (<u64>1 << <u64>(code & 63)));
}

function countTwo(a: i32, ids: usize, n: i32, sums: usize): i32 {
  const own = blockCodes(a);
  const none = <u32>blockMissing(a);
  const odd = table + tableBytes();
  const top = topCode(a);
  if (top < 64) tallyBits(countFewOfTwo(own, ids, n, words, table, odd), 0, none, table, odd);
  else if (top < 128) {
    countSomeOfTwo(own, ids, n, words, table, odd);
    tallyBits(lowBits, 0, none, table, odd);
    tallyBits(highBits, 64, none, table, odd);
  } else {
    countManyOfTwo(own, ids, n, words, table, odd, present);
    for (let word: u32 = 0; word < 4; word++) {
      const from = present + (<usize>word << 3);
      tallyBits(load<u64>(from), word << 6, none, table, odd);
      store<u64>(from, 0);
    }
  }
  return examineTally(a, sums, setCodes(a));
}

function countEntries(a: i32, ids: usize, n: i32, sums: usize): i32 {
  const own = blockCodes(a);
  const bytes = cellBytes();
  for (let at = ids; at < ids + <usize>n; at++) {
    const i = <usize>load<u8>(at);
    const code = <u32>load<u8>(own + i);
    addToCell(table + <usize>code * bytes, markAt(i), blockMass, blockClasses);
    mark(code);
  }
  const none = <u32>blockMissing(a);
  for (let from = present; from < present + (MOST >> 3); from += 8) {
    let bits = load<u64>(from);
    store<u64>(from, 0);
    const base = <u32>(from - present) << 3;
    for (; bits != 0; bits &= bits - 1) {
      const code = base + <u32>ctz(bits);
      moveCell(code == none ? missingCell : addCode(code), table + <usize>code * bytes);
    }
  }
  return examineTally(a, sums, setCodes(a));
}

/** Entries in ascending order of their codes, by counting. */
function sortEntries(a: i32, ids: usize, n: i32, sums: usize): i32 {
  const own = blockCodes(a);
  const end = ids + <usize>n;
  if (topCode(a) < 64) store<u64>(present, countFewCodes(own, ids, end));
  else countCodes(own, ids, end);
  let total: u32 = 0;
  for (let from = present; from < present + (MOST >> 3); from += 8) {
    let bits = load<u64>(from);
    store<u64>(from, 0);
    const base = <u32>(from - present) << 3;
    for (; bits != 0; bits &= bits - 1) {
      const slot = <usize>(base + <u32>ctz(bits)) << 2;
      store<u32>(starts + slot, total);
      total += load<u32>(table + slot);
      store<u32>(table + slot, 0);
    }
  }
  for (let at = ids; at < end; at++) {
    const i = <usize>load<u8>(at);
    const code = <u32>load<u8>(own + i);
    const slot = starts + (<usize>code << 2);
    const place = load<u32>(slot);
    store<u32>(slot, place + 1);
    store<u64>(keys + (<usize>place << 3), (<u64>code << 32) | <u64>markAt(i));
  }
  return examineSorted(a, sums, keys, n, blockMissing(a), setCodes(a), blockMass, blockClasses);
}

/** How often each code occurs; returns those that do, all below 64, as bits. */
@inline
function countFewCodes(own: usize, ids: usize, end: usize): u64 {
  let bits: u64 = 0;
  for (let at = ids; at < end; at++) {
    const code = <usize>load<u8>(own + <usize>load<u8>(at));
    const count = table + (code << 2);
    store<u32>(count, load<u32>(count) + 1);
    bits |= <u64>1 << <u64>code;
  }
  return bits;
}

@inline
function countCodes(own: usize, ids: usize, end: usize): void {
  for (let at = ids; at < end; at++) {
    const code = <u32>load<u8>(own + <usize>load<u8>(at));
    const count = table + (<usize>code << 2);
    store<u32>(count, load<u32>(count) + 1);
    mark(code);
  }
}

/** Sets of levels have a bit for each of so many codes. */
@inline
export function setCodes(a: i32): i32 {
  return codeShift(a) == 0 ? missingCode(a) : MOST;
}
