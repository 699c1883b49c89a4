import { take } from "../forest/arena";
import { shiftOf, tableCells } from "./column";
import { enterBlockMasses, takeBlockMasses, useMasses } from "./mass";
import { attributes, rows } from "../forest/params";
import { shrink } from "./params";

// Blocks of rows. The first is the table; a node with few of the rows of its block gets a block of its own, in which its
// rows are numbered anew. Within a block a node is a set of rows, one bit each, and an attribute's cells are contiguous,
// so that a test is made for all rows of a block at once, sixteen or more with one instruction. Each level has memory
// for one block, the largest that may occur there. The cells of an attribute are copied when they are first read in a
// block.
//
//   rows of the largest block i32 · rows of the current one i32 · by row: its number in the block above u32, its number
//   in the table u32 · by attribute: where its cells are u32 · cells u32 · sets of rows that nodes have u32
const LEVEL: usize = 28;
const MOST_LEVELS: i32 = 32;

let levels: usize = 0;
/** By attribute: the bytes of the cells before it in a row (u32). */
let offsets: usize = 0;

/** The current level, its record, and its block: the words (u64) of a set of its rows. */
let level: i32 = 0;
let record: usize = 0;
export let blockWords: usize = 0;
/** The rows of which cells are looked at: those of whole words, or of the smallest block. */
export let blockSpan: usize = 0;
/** Rows of the smallest block. */
const FEW: i32 = 16;

@inline
function wordsFor(n: i32): usize {
  return <usize>(n + 63) >> 6;
}

/** Words of the largest set of rows. */
@inline
export function mostWords(): usize {
  return wordsFor(rows);
}

/** `isReal`: the memory exists; otherwise it is only measured. */
export function takeBlocks(isReal: bool): void {
  levels = take(LEVEL * <usize>MOST_LEVELS);
  offsets = take(<usize>attributes << 2);
  let bytes: u32 = 0;
  for (let a = 0; a < attributes; a++) {
    if (isReal) store<u32>(offsets + (<usize>a << 2), bytes);
    bytes += 1 << <u32>shiftOf(a);
  }
  let most = rows;
  for (let i = 0; i < MOST_LEVELS; i++) {
    takeLevel(i, most, <usize>bytes, isReal);
    if (most == FEW) return;
    most = wordsFor(most) < <usize>shrink ? FEW : <i32>(wordsFor(most) / <usize>shrink) << 6;
  }
}

function takeLevel(i: i32, most: i32, rowBytes: usize, isReal: bool): void {
  const padded = wordsFor(most) << 6;
  const numbers = take(i == 0 ? 0 : (padded << 2) + 12);
  const ids = take(i == 0 ? 0 : (padded << 2) + 12);
  const places = take(<usize>attributes << 2);
  const cells = take(i == 0 ? 0 : padded * rowBytes);
  // The smaller branch is grown first: fewer nodes wait than the rows have bits.
  const sets = take((padded >> 3) * <usize>(36 - clz(most)));
  takeBlockMasses(i, padded, isReal);
  if (!isReal) return;
  const at = levels + <usize>i * LEVEL;
  store<i32>(at, most);
  store<u32>(at, <u32>numbers, 8);
  store<u32>(at, <u32>ids, 12);
  store<u32>(at, <u32>places, 16);
  store<u32>(at, <u32>cells, 20);
  store<u32>(at, <u32>sets, 24);
}

/** Makes the table the current block. */
export function useTable(): void {
  useLevel(0);
  store<i32>(record, rows, 4);
  setBlock(rows);
  for (let a = 0; a < attributes; a++)
    store<u32>(<usize>load<u32>(record, 16) + (<usize>a << 2), <u32>tableCells(a));
}

@inline
function useLevel(i: i32): void {
  level = i;
  record = levels + <usize>i * LEVEL;
  setBlock(load<i32>(record, 4));
  useMasses(i);
}

@inline
function setBlock(n: i32): void {
  blockWords = wordsFor(n);
  blockSpan = n <= FEW ? <usize>FEW : blockWords << 6;
}

/** Whether a node of n rows is to have a block of its own. */
@inline
export function needsBlock(n: i32): bool {
  return wordsFor(n) * <usize>shrink <= blockWords || (n <= FEW && blockSpan > <usize>FEW);
}

/** Makes a block of the n rows in a set of the current block's, and makes it current. */
export function enterBlock(bits: usize, n: i32): void {
  const above = record;
  const words = blockWords;
  useLevel(level + 1);
  store<i32>(record, n, 4);
  setBlock(n);
  const numbers = <usize>load<u32>(record, 8);
  let to = numbers;
  for (let w: usize = 0; w < words; w++)
    for (let rest = load<u64>(bits + (w << 3)); rest != 0; rest &= rest - 1, to += 4)
      store<u32>(to, <u32>(w << 6) + <u32>ctz(rest));
  // What is picked four at a time may be more.
  for (let i = 0; i < 3; i++) store<u32>(to + (<usize>i << 2), 0);
  const places = <usize>load<u32>(record, 16);
  for (let a = 0; a < attributes; a++) store<u32>(places + (<usize>a << 2), 0);
  numberRows(above, numbers, n);
  enterBlockMasses(level, numbers, n);
}

function numberRows(above: usize, numbers: usize, n: i32): void {
  const to = <usize>load<u32>(record, 12);
  const from = <usize>load<u32>(above, 12);
  for (let i: usize = 0; i < <usize>(n + 3) << 2; i += 4) {
    const own = load<u32>(numbers + i);
    store<u32>(to + i, level == 1 ? own : load<u32>(from + (<usize>own << 2)));
  }
}

export function leaveBlock(): void {
  useLevel(level - 1);
}

/** Memory for the sets of rows of the nodes that wait in the current block. */
@inline
export function nodeSets(): usize {
  return <usize>load<u32>(record, 24);
}

/** Where the cells of attribute `a` in the current block begin. */
@inline
export function cellsHere(a: i32): usize {
  const at = <usize>load<u32>(<usize>load<u32>(record, 16) + (<usize>a << 2));
  return at != 0 ? at : copyCells(a);
}

function copyCells(a: i32): usize {
  // From the block above, or if it does not have them either, from the table.
  const above = <usize>load<u32>(<usize>load<u32>(record - LEVEL, 16) + (<usize>a << 2));
  const from = above != 0 ? above : tableCells(a);
  const padded = wordsFor(load<i32>(record)) << 6;
  const to = <usize>load<u32>(record, 20) + padded * <usize>load<u32>(offsets + (<usize>a << 2));
  store<u32>(<usize>load<u32>(record, 16) + (<usize>a << 2), <u32>to);
  const numbers = <usize>load<u32>(record + (above != 0 ? 8 : 12));
  const n = load<i32>(record, 4);
  const shift = shiftOf(a);
  if (shift == 0) pick<u8>(from, numbers, n, to);
  else if (shift == 1) pick<u16>(from, numbers, n, to);
  else pick<u32>(from, numbers, n, to);
  return to;
}

@inline
function item<T>(from: usize, at: usize): T {
  return load<T>(from + <usize>load<u32>(at) * sizeof<T>());
}

/** The items with these numbers. */
@inline
export function pick<T>(from: usize, numbers: usize, n: i32, to: usize): void {
  // Four at a time; there is space, and a number, beyond the last.
  const end = numbers + (<usize>n << 2);
  for (let at = numbers, own = to; at < end; at += 16, own += 4 * sizeof<T>()) {
    store<T>(own, item<T>(from, at));
    store<T>(own + sizeof<T>(), item<T>(from, at + 4));
    store<T>(own + 2 * sizeof<T>(), item<T>(from, at + 8));
    store<T>(own + 3 * sizeof<T>(), item<T>(from, at + 12));
  }
}

/** The table's row of a row of the current block. */
@inline
export function rowOf(i: u32): u32 {
  return level == 0 ? i : load<u32>(<usize>load<u32>(record, 12) + (<usize>i << 2));
}
