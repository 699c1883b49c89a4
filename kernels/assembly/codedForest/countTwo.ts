import { wordOf } from "./mass";
import { addCode, missingCell } from "./tally";

// Counting of codes for two classes with integer weights, where most of the time goes. Every other entry is counted in a
// second table: an entry whose code is that of the one before would have to wait for its sum.

@inline
function add(cell: usize, word: u64): void {
  store<u64>(cell, load<u64>(cell) + word);
}

/** Counts entries (u64: row | mark << 32) in two tables of clear cells, by codes of type T. */
export function countRowsOfTwo<T>(codes: usize, entries: usize, n: i32, even: usize, odd: usize): void {
  const pairs = entries + (<usize>(n & ~1) << 3);
  let at = entries;
  for (; at < pairs; at += 16) {
    countRow<T>(codes, at, even);
    countRow<T>(codes, at + 8, odd);
  }
  if ((n & 1) != 0) countRow<T>(codes, at, even);
}

@inline
function countRow<T>(codes: usize, entry: usize, table: usize): void {
  const code = <usize>load<T>(codes + <usize>load<u32>(entry) * sizeof<T>());
  add(table + (code << 3), wordOf(load<u32>(entry, 4)));
}

/** Counts entries by the codes of two attributes, of one byte each. Four tables of so many bytes: two for each attribute. */
export function countPairOfTwo(first: usize, second: usize, entries: usize, n: i32, tables: usize, bytes: usize): void {
  const odd = tables + bytes;
  const pairs = entries + (<usize>(n & ~1) << 3);
  let at = entries;
  for (; at < pairs; at += 16) {
    countTwice(first, second, at, tables, 2 * bytes);
    countTwice(first, second, at + 8, odd, 2 * bytes);
  }
  if ((n & 1) != 0) countTwice(first, second, at, tables, 2 * bytes);
}

@inline
function countTwice(first: usize, second: usize, entry: usize, table: usize, apart: usize): void {
  const row = <usize>load<u32>(entry);
  const word = wordOf(load<u32>(entry, 4));
  add(table + (<usize>load<u8>(first + row) << 3), word);
  add(table + apart + (<usize>load<u8>(second + row) << 3), word);
}

/** Moves the cells of the codes that occur, below `codes`, to the tally, and the next one to missing values. */
export function tallyTables(codes: i32, even: usize, odd: usize): void {
  const end = <usize>codes << 3;
  for (let at: usize = 0; at < end; at += 8) {
    const word = load<u64>(even + at) + load<u64>(odd + at);
    if (word == 0) continue;
    store<u64>(even + at, 0);
    store<u64>(odd + at, 0);
    store<u64>(addCode(<u32>(at >> 3)), word);
  }
  store<u64>(missingCell, load<u64>(even + end) + load<u64>(odd + end));
  store<u64>(even + end, 0);
  store<u64>(odd + end, 0);
}

/** Counts entries (u8) by codes below 64; returns a bit for each that occurs. */
export function countFewOfTwo(codes: usize, ids: usize, n: i32, mass: usize, even: usize, odd: usize): u64 {
  const pairs = ids + <usize>(n & ~1);
  let bits: u64 = 0;
  let at = ids;
  for (; at < pairs; at += 2) {
    const a = <usize>load<u8>(at);
    const b = <usize>load<u8>(at, 1);
    const codeA = <usize>load<u8>(codes + a);
    const codeB = <usize>load<u8>(codes + b);
    add(even + (codeA << 3), load<u64>(mass + (a << 3)));
    add(odd + (codeB << 3), load<u64>(mass + (b << 3)));
    bits |= (<u64>1 << <u64>codeA) | (<u64>1 << <u64>codeB);
  }
  if ((n & 1) == 0) return bits;
  const i = <usize>load<u8>(at);
  const code = <usize>load<u8>(codes + i);
  add(even + (code << 3), load<u64>(mass + (i << 3)));
  return bits | (<u64>1 << <u64>code);
}

/** Of the codes below 128 that occur: bits of those below 64, and of the others. */
export let lowBits: u64 = 0;
export let highBits: u64 = 0;

/** The same by codes below 128: bits in variables, where an entry need not wait for the one before. */
export function countSomeOfTwo(codes: usize, ids: usize, n: i32, mass: usize, even: usize, odd: usize): void {
  const pairs = ids + <usize>(n & ~1);
  let low: u64 = 0;
  let high: u64 = 0;
  let at = ids;
  for (; at < pairs; at += 2) {
    const a = <usize>load<u8>(at);
    const b = <usize>load<u8>(at, 1);
    const codeA = <usize>load<u8>(codes + a);
    const codeB = <usize>load<u8>(codes + b);
    add(even + (codeA << 3), load<u64>(mass + (a << 3)));
    add(odd + (codeB << 3), load<u64>(mass + (b << 3)));
    const highA: u64 = 0 - <u64>(codeA >> 6);
    const highB: u64 = 0 - <u64>(codeB >> 6);
    const bitA: u64 = <u64>1 << <u64>(codeA & 63);
    const bitB: u64 = <u64>1 << <u64>(codeB & 63);
    low |= (bitA & ~highA) | (bitB & ~highB);
    high |= (bitA & highA) | (bitB & highB);
  }
  if ((n & 1) != 0) {
    const i = <usize>load<u8>(at);
    const code = <usize>load<u8>(codes + i);
    add(even + (code << 3), load<u64>(mass + (i << 3)));
    if (code < 64) low |= <u64>1 << <u64>code;
    else high |= <u64>1 << <u64>(code & 63);
  }
  lowBits = low;
  highBits = high;
}

/** The same by any codes of one byte; `present` has a bit for each code. */
export function countManyOfTwo(codes: usize, ids: usize, n: i32, mass: usize, even: usize, odd: usize, present: usize): void {
  const end = ids + <usize>n;
  for (let at = ids; at < end; at++) {
    const i = <usize>load<u8>(at);
    const code = <usize>load<u8>(codes + i);
    add((at & 1) != 0 ? odd + (code << 3) : even + (code << 3), load<u64>(mass + (i << 3)));
    const word = present + ((code >> 6) << 3);
    store<u64>(word, load<u64>(word) | (<u64>1 << <u64>(code & 63)));
  }
}

/** Moves the cells of the codes whose bits are set, counted from `base`, to the tally, but that of missing values. */
@inline
export function tallyBits(set: u64, base: u32, missing: u32, even: usize, odd: usize): void {
  for (let bits = set; bits != 0; bits &= bits - 1) {
    const code = base + <u32>ctz(bits);
    const at = <usize>code << 3;
    const word = load<u64>(even + at) + load<u64>(odd + at);
    store<u64>(even + at, 0);
    store<u64>(odd + at, 0);
    store<u64>(code == missing ? missingCell : addCode(code), word);
  }
}
