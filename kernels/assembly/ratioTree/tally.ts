import { weightOf } from "./entropy";
import { attributes, classes, codeCount, codesOf, entryRows, labels, rows, rowWeights } from "./job";
import {
  cells,
  countedCells,
  counters,
  entryClass,
  entryPair,
  entryWeight,
  groupCells,
  groupCode,
  groupWeight,
  keysA,
  keysB,
  sortedRows,
  sortedWeights,
} from "./scratch";

/** The number of codes of the attribute that occur at the node. */
export let groups: i32 = 0;
/** The class weights of the entries with a missing value. */
export let missing: usize = 0;

/**
 * The attribute by whose order the entries of every node are sorted: the one with the most codes, which is the most costly
 * to sort. Dividing a node keeps the order.
 */
let inOrder: i32 = -1;

export function chooseOrder(): void {
  inOrder = 0;
  for (let a = 1; a < attributes; a++) if (codeCount(a) > codeCount(inOrder)) inOrder = a;
}

/** Sorts the rows of the table, all entries of the root, in that order. */
export function orderRows(): void {
  const keys = radix(inOrder, codeCount(inOrder), entryRows, rows);
  for (let a = 0; a < attributes; a++) permute(codesOf(a), keys);
  permute(labels, keys);
  if (!rowWeights) return;
  const moved = sortedWeights;
  for (let i: usize = 0; i < <usize>rows; i++) {
    store<f64>(moved + (i << 3), load<f64>(rowWeights + (<usize>load<u32>(keys + (i << 3)) << 3)));
  }
  memory.copy(rowWeights, moved, <usize>rows << 3);
}

function permute(column: usize, keys: usize): void {
  for (let i: usize = 0; i < <usize>rows; i++) {
    store<u32>(sortedRows + (i << 2), load<u32>(column + (<usize>load<u32>(keys + (i << 3)) << 2)));
  }
  memory.copy(column, sortedRows, <usize>rows << 2);
}

/** Nodes with at most this many entries are sorted by insertion. */
const SHORT: i32 = 24;

/** Fills the groups of an attribute from the entries of a node. */
export function tally(attribute: i32, entries: usize, n: i32): void {
  const codes = codeCount(attribute);
  if ((<f64>codes + 1) * <f64>classes <= countedCells(n)) byCounting(attribute, codes, entries, n);
  else bySorting(attribute, codes, entries, n);
}

// Loops keep their variables in locals: a global is read from memory every time.

/** Few bytes are faster cleared here than by a call. */
@inline
function clear(at: usize, bytes: usize): void {
  if (bytes > 512) memory.fill(at, 0, bytes);
  else for (let end = at + bytes; at < end; at += 8) store<f64>(at, 0);
}

@inline
function add(at: usize, class_: usize, weight: usize): void {
  const cell = at + (<usize>load<i32>(class_) << 3);
  store<f64>(cell, load<f64>(cell) + load<f64>(weight));
}

@inline
function addGroup(code: i32, at: usize, weight: f64): void {
  const g = <usize>groups;
  groups++;
  store<i32>(groupCode + (g << 2), code);
  store<u32>(groupCells + (g << 2), <u32>at);
  store<f64>(groupWeight + (g << 3), weight);
}

function byCounting(attribute: i32, codes: i32, entries: usize, n: i32): void {
  const width = <usize>classes << 3;
  const column = codesOf(attribute);
  const bytes = (<usize>codes + 1) * width;
  if (bytes <= <usize>n << 1) {
    countTwice(column, bytes, entries, n);
  } else {
    countOnce(column, bytes, entries, n);
  }
  groups = 0;
  for (let code = 0; code < codes; code++) {
    const at = cells + <usize>code * width;
    const weight = weightOf(at);
    if (weight > 0) addGroup(code, at, weight);
  }
  missing = cells + <usize>codes * width;
}

@inline
function cellsAt(base: usize, column: usize, width: usize, entry: usize): usize {
  return base + <usize>load<i32>(column + (<usize>load<u32>(entry) << 2)) * width;
}

/** Adds an entry of one of two classes. */
@inline
function addPair(cell: usize, pair: usize): void {
  v128.store(cell, f64x2.add(v128.load(cell), v128.load(pair)));
}

/** By row and pair. */
function countPairs(column: usize, base: usize, entries: usize, n: i32): void {
  const end = entries + (<usize>n << 2);
  let pair = entryPair;
  for (let entry = entries; entry < end; entry += 4) {
    addPair(cellsAt(base, column, 16, entry), pair);
    pair += 16;
  }
}

function countPairsTwice(column: usize, base: usize, others: usize, entries: usize, n: i32): void {
  const end = entries + (<usize>(n & ~1) << 2);
  let pair = entryPair;
  for (let entry = entries; entry < end; entry += 8) {
    addPair(cellsAt(base, column, 16, entry), pair);
    addPair(cellsAt(others, column, 16, entry + 4), pair + 16);
    pair += 32;
  }
  if (n & 1) addPair(cellsAt(base, column, 16, end), pair);
}

function countOnce(column: usize, bytes: usize, entries: usize, n: i32): void {
  const width = <usize>classes << 3;
  const base = cells;
  const end = entries + (<usize>n << 2);
  clear(base, bytes);
  if (classes == 2) {
    countPairs(column, base, entries, n);
    return;
  }
  let class_ = entryClass;
  let weight = entryWeight;
  for (let entry = entries; entry < end; entry += 4) {
    add(cellsAt(base, column, width, entry), class_, weight);
    class_ += 4;
    weight += 8;
  }
}

function countEntriesTwice(column: usize, base: usize, others: usize, entries: usize, n: i32): void {
  const width = <usize>classes << 3;
  const end = entries + (<usize>(n & ~1) << 2);
  let class_ = entryClass;
  let weight = entryWeight;
  for (let entry = entries; entry < end; entry += 8) {
    const one = cellsAt(base, column, width, entry);
    const other = cellsAt(others, column, width, entry + 4);
    add(one, class_, weight);
    add(other, class_ + 4, weight + 8);
    class_ += 8;
    weight += 16;
  }
  if (n & 1) add(cellsAt(base, column, width, end), class_, weight);
}

/** Every second entry is counted into separate cells: if most entries have one code, each addition waits for the previous one. */
function countTwice(column: usize, bytes: usize, entries: usize, n: i32): void {
  const base = cells;
  const others = base + bytes;
  clear(base, bytes << 1);
  if (classes == 2) countPairsTwice(column, base, others, entries, n);
  else countEntriesTwice(column, base, others, entries, n);
  for (let at = base; at < others; at += 8) store<f64>(at, load<f64>(at) + load<f64>(at + bytes));
}

function bySorting(attribute: i32, codes: i32, entries: usize, n: i32): void {
  const width = <usize>classes << 3;
  let keys: usize;
  if (attribute == inOrder) keys = keysFrom(attribute, entries, n);
  else keys = n <= SHORT ? insertion(attribute, entries, n) : radix(attribute, codes, entries, n);
  if (classes == 2) {
    groupPairs(codes, keys, keys + (<usize>n << 3));
    return;
  }
  const end = keys + (<usize>n << 3);
  const class_ = entryClass;
  const weight = entryWeight;
  groups = 0;
  let free = cells;
  let at = keys;
  while (at < end) {
    const code = load<i32>(at + 4);
    if (code == codes) break;
    clear(free, width);
    for (; at < end && load<i32>(at + 4) == code; at += 8) {
      const i = <usize>load<u32>(at);
      add(free, class_ + (i << 2), weight + (i << 3));
    }
    addGroup(code, free, weightOf(free));
    free += width;
  }
  missing = free;
  clear(free, width);
  for (; at < end; at += 8) {
    const i = <usize>load<u32>(at);
    add(free, class_ + (i << 2), weight + (i << 3));
  }
}

/** The groups of sorted keys, with two classes. */
function groupPairs(codes: i32, keys: usize, end: usize): void {
  const pairs = entryPair;
  let free = cells;
  let at = keys;
  groups = 0;
  while (at < end) {
    const code = load<i32>(at, 4);
    if (code == codes) break;
    let sum = f64x2.splat(0);
    for (; at < end && load<i32>(at, 4) == code; at += 8)
      sum = f64x2.add(sum, v128.load(pairs + (<usize>load<u32>(at) << 4)));
    v128.store(free, sum);
    addGroup(code, free, f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1));
    free += 16;
  }
  let sum = f64x2.splat(0);
  for (; at < end; at += 8) sum = f64x2.add(sum, v128.load(pairs + (<usize>load<u32>(at) << 4)));
  missing = free;
  v128.store(free, sum);
}

/** The code in the high bits, the entry in the low bits. */
@inline
function keyOf(column: usize, entries: usize, i: usize): u64 {
  const row = <usize>load<u32>(entries + (i << 2));
  return (<u64>load<u32>(column + (row << 2)) << 32) | i;
}

function insertion(attribute: i32, entries: usize, n: i32): usize {
  const column = codesOf(attribute);
  const keys = keysA;
  for (let i: usize = 0; i < <usize>n; i++) {
    const key = keyOf(column, entries, i);
    let at = keys + (i << 3);
    for (; at > keys && load<u64>(at - 8) > key; at -= 8) store<u64>(at, load<u64>(at - 8));
    store<u64>(at, key);
  }
  return keysA;
}

function keysFrom(attribute: i32, entries: usize, n: i32): usize {
  const column = codesOf(attribute);
  const keys = keysA;
  for (let i: usize = 0; i < <usize>n; i++) store<u64>(keys + (i << 3), keyOf(column, entries, i));
  return keys;
}

function radix(attribute: i32, codes: i32, entries: usize, n: i32): usize {
  let from = keysFrom(attribute, entries, n);
  let to = keysB;
  for (let shift: u64 = 32; codes >> <i32>(shift - 32) > 0 && shift < 64; shift += 8) {
    pass(from, to, <usize>n << 3, shift);
    const swap = from;
    from = to;
    to = swap;
  }
  return from;
}

function pass(from: usize, to: usize, bytes: usize, shift: u64): void {
  const table = counters;
  const end = from + bytes;
  memory.fill(table, 0, 1024);
  for (let at = from; at < end; at += 8) {
    const counter = table + ((<usize>(load<u64>(at) >> shift) & 255) << 2);
    store<u32>(counter, load<u32>(counter) + 1);
  }
  let total: u32 = 0;
  for (let counter = table; counter < table + 1024; counter += 4) {
    const count = load<u32>(counter);
    store<u32>(counter, total);
    total += count;
  }
  for (let at = from; at < end; at += 8) {
    const key = load<u64>(at);
    const counter = table + ((<usize>(key >> shift) & 255) << 2);
    const place = load<u32>(counter);
    store<u32>(counter, place + 1);
    store<u64>(to + (<usize>place << 3), key);
  }
}
