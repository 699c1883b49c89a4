// Least-significant-digit radix sort of numbers, eleven bits per pass.

const DIGIT: u32 = 2047;
/** Bytes of one digit's counters. */
const TABLE: usize = 8192;
/** Rows up to which two digits are enough for most columns: few cells share their leading bits. */
const FEW: i32 = 16384;
/** Neighbours may be moved by this many places on average. */
const MOVES: i32 = 4;

/** Bytes of scratch that `sortColumn` needs for n cells. */
export function sortScratch(n: i32): usize {
  return 6 * TABLE + (<usize>n << 4) + 64;
}

@inline
function bump(at: usize): void {
  store<u32>(at, load<u32>(at) + 1);
}

/** A double as 64 bits that compare as the doubles do; -0 as 0; NaN above all. */
@inline
export function wideKey(x: f64): u64 {
  if (x != x) return ~(<u64>0);
  const bits = reinterpret<u64>(x + 0);
  return bits ^ (<u64>(<i64>bits >> 63) | 0x8000000000000000);
}

/** The same for the nearest single: a coarser order that never contradicts the finer one. */
@inline
export function narrowKey(x: f64): u32 {
  if (x != x) return 0xffffffff;
  const bits = reinterpret<u32>(<f32>(x + 0));
  return bits ^ (<u32>(<i32>bits >> 31) | 0x80000000);
}

function startsOf(counters: usize): void {
  let total: u32 = 0;
  for (let at = counters; at < counters + TABLE; at += 4) {
    const count = load<u32>(at);
    store<u32>(at, total);
    total += count;
  }
}

@inline
function place(counters: usize, digit: u32): usize {
  const at = counters + (<usize>digit << 2);
  const p = load<u32>(at);
  store<u32>(at, p + 1);
  return <usize>p;
}

/**
 * Writes the rows of a column of n doubles in ascending order of their cells to `order` (u32), equal cells in the order
 * of the rows and NaN last. Sorts by the leading digits of the nearest single first, which is sufficient for most data:
 * neighbours are then put in order.
 */
export function sortColumn(cells: usize, n: i32, order: usize, scratch: usize): void {
  if (sortSingles(cells, n, scratch)) writeOrder(entriesIn(scratch), n, order);
  else sortWide(cells, n, order, scratch);
}

/** The same as entries, for those who also ask which neighbours are equal (`areEqual`); returns where they are. */
export function sortEntries(cells: usize, n: i32, scratch: usize): usize {
  const entries = entriesIn(scratch);
  if (sortSingles(cells, n, scratch)) return entries;
  const order = entries + (<usize>n << 3);
  sortWide(cells, n, order, scratch);
  for (let i: usize = 0; i < <usize>n; i++) {
    const row = load<u32>(order + (i << 2));
    store<u64>(entries + (i << 3), entryOf(load<f64>(cells + (<usize>row << 3)), row));
  }
  return entries;
}

/** Whether all cells sorted last are singles. */
let areSingles: bool = false;

/** Whether the cells of two sorted entries are equal and known. */
@inline
export function areEqual(entry: u64, other: u64, cells: usize): bool {
  return (entry ^ other) >> 32 == 0 && (areSingles ? isKnown(entry) : cellOf(cells, entry) == cellOf(cells, other));
}

/** Whether the cell of an entry is not missing. */
@inline
export function isKnown(entry: u64): bool {
  return entry >> 32 != 0xffffffff;
}

/** By the digits of the nearest single; false if neighbours are too far from their places then. */
function sortSingles(cells: usize, n: i32, scratch: usize): bool {
  const entries = entriesIn(scratch);
  if (n <= FEW) {
    areSingles = sortTwoDigits(cells, n, scratch);
    if (settle(cells, n, entries, areSingles)) return true;
  }
  areSingles = sortThreeDigits(cells, n, scratch);
  return settle(cells, n, entries, areSingles);
}

/** Where entries (u64, the single's key above the row) end up in sorted order; the same space follows once more. */
@inline
function entriesIn(scratch: usize): usize {
  return scratch + 6 * TABLE;
}

@inline
function entryOf(cell: f64, row: u32): u64 {
  return (<u64>narrowKey(cell) << 32) | row;
}

/** Whether no double lies between this one and the nearest single. */
@inline
function isSingle(x: f64): bool {
  return <f64>(<f32>x) == x || x != x;
}

/** By the key's upper 21 bits; returns whether all cells are singles. */
function sortTwoDigits(cells: usize, n: i32, scratch: usize): bool {
  const entries = entriesIn(scratch);
  const end = cells + (<usize>n << 3);
  memory.fill(scratch, 0, 2 * TABLE);
  let isExact = true;
  for (let at = cells; at < end; at += 8) {
    const x = load<f64>(at);
    const key = narrowKey(x);
    isExact &= isSingle(x);
    bump(scratch + (<usize>((key >> 11) & DIGIT) << 2));
    bump(scratch + TABLE + (<usize>(key >> 22) << 2));
  }
  startsOf(scratch);
  startsOf(scratch + TABLE);
  const other = entries + (<usize>n << 3);
  let row: u32 = 0;
  for (let at = cells; at < end; at += 8) {
    const entry = entryOf(load<f64>(at), row++);
    store<u64>(other + (place(scratch, <u32>(entry >> 43) & DIGIT) << 3), entry);
  }
  moveEntries(other, n, entries, scratch + TABLE, 54);
  return isExact;
}

/** By the whole key. */
function sortThreeDigits(cells: usize, n: i32, scratch: usize): bool {
  const entries = entriesIn(scratch);
  const end = cells + (<usize>n << 3);
  memory.fill(scratch, 0, 3 * TABLE);
  let isExact = true;
  for (let at = cells; at < end; at += 8) {
    const x = load<f64>(at);
    const key = narrowKey(x);
    isExact &= isSingle(x);
    bump(scratch + (<usize>(key & DIGIT) << 2));
    bump(scratch + TABLE + (<usize>((key >> 11) & DIGIT) << 2));
    bump(scratch + 2 * TABLE + (<usize>(key >> 22) << 2));
  }
  for (let pass: usize = 0; pass < 3; pass++) startsOf(scratch + pass * TABLE);
  let row: u32 = 0;
  for (let at = cells; at < end; at += 8) {
    const entry = entryOf(load<f64>(at), row++);
    store<u64>(entries + (place(scratch, <u32>(entry >> 32) & DIGIT) << 3), entry);
  }
  const other = entries + (<usize>n << 3);
  moveEntries(entries, n, other, scratch + TABLE, 43);
  moveEntries(other, n, entries, scratch + 2 * TABLE, 54);
  return isExact;
}

/** One pass: by the digit from bit `shift` on. */
@inline
function moveEntries(from: usize, n: i32, to: usize, counters: usize, shift: u64): void {
  const end = from + (<usize>n << 3);
  for (let at = from; at < end; at += 8) {
    const entry = load<u64>(at);
    store<u64>(to + (place(counters, <u32>(entry >> shift) & DIGIT) << 3), entry);
  }
}

/**
 * Puts neighbours in order: entries by their keys, and unless all cells are singles, those with the same key by their
 * cells. Stable for equal cells. False if that takes too long.
 */
function settle(cells: usize, n: i32, entries: usize, isExact: bool): bool {
  const end = entries + (<usize>n << 3);
  let moves = MOVES * n;
  let before = load<u64>(entries);
  for (let at = entries + 8; at < end; at += 8) {
    const entry = load<u64>(at);
    if (!isAbove(before, entry, cells, isExact)) {
      before = entry;
      continue;
    }
    // The entry before stays the one before the next.
    let to = at;
    do {
      store<u64>(to, load<u64>(to - 8));
      to -= 8;
      if (--moves < 0) return false;
    } while (to > entries && isAbove(load<u64>(to - 8), entry, cells, isExact));
    store<u64>(to, entry);
  }
  return true;
}

@inline
function isAbove(entry: u64, than: u64, cells: usize, isExact: bool): bool {
  const key = entry >> 32;
  if (key != than >> 32) return key > than >> 32;
  return !isExact && wideKey(cellOf(cells, entry)) > wideKey(cellOf(cells, than));
}

@inline
function cellOf(cells: usize, entry: u64): f64 {
  return load<f64>(cells + (<usize>(<u32>entry) << 3));
}

function writeOrder(entries: usize, n: i32, order: usize): void {
  for (let i: usize = 0; i < <usize>n; i++) store<u32>(order + (i << 2), load<u32>(entries + (i << 3)));
}

/** All 64 bits of the key, in six passes. */
function sortWide(cells: usize, n: i32, order: usize, scratch: usize): void {
  const counters = scratch;
  let from = scratch + 6 * TABLE;
  let to = from + (<usize>n << 2);
  memory.fill(counters, 0, 6 * TABLE);
  for (let i = 0; i < n; i++) {
    const key = wideKey(load<f64>(cells + (<usize>i << 3)));
    for (let pass = 0; pass < 6; pass++) {
      bump(counters + <usize>pass * TABLE + (<usize>(<u32>(key >> (11 * pass)) & DIGIT) << 2));
    }
    store<u32>(from + (<usize>i << 2), i);
  }
  for (let pass = 0; pass < 6; pass++) {
    const table = counters + <usize>pass * TABLE;
    startsOf(table);
    const out = pass == 5 ? order : to;
    for (let i = 0; i < n; i++) {
      const row = load<u32>(from + (<usize>i << 2));
      const key = wideKey(load<f64>(cells + (<usize>row << 3)));
      store<u32>(out + (place(table, <u32>(key >> (11 * pass)) & DIGIT) << 2), row);
    }
    to = from;
    from = out;
  }
}

/**
 * From a sorted column: each row's code, which is the rank of its cell among the distinct ones (NaN has the code
 * after the last), and the distinct cells themselves. Returns their number.
 */
export function rankColumn(cells: usize, n: i32, order: usize, codes: usize, values: usize): i32 {
  let distinct = 0;
  let previous: f64 = NaN;
  for (let i = 0; i < n; i++) {
    const row = <usize>load<u32>(order + (<usize>i << 2));
    const x = load<f64>(cells + (row << 3)) + 0;
    if (x == x && x != previous) {
      store<f64>(values + (<usize>distinct << 3), x);
      previous = x;
      distinct++;
    }
    store<i32>(codes + (row << 2), x == x ? distinct - 1 : distinct);
  }
  return distinct;
}
