import { rankColumn, sortColumn, sortScratch } from "../common/radix";

// Columns become codes in as few bytes as they fit: levels as they are, numbers as ranks among the column's. Missing values
// have the code after the last. Codes replace the cells, from the first on: no code takes more bytes than a cell.
//
// A job (u32): next column · rows · columns · records · by thread its scratch
// A record (u32): cells · 1 + levels, or 0: the cells are numbers (f64), not levels (i32) · room for the values of numbers ·
//                 out: known codes · bytes of a code as a shift · whether any is missing

const RECORD: usize = 24;
/** Numbers up to which the range of integers that are ranked by a table may be larger than the number of rows. */
const SPARE: i32 = 1024;

/** Scratch of a thread. */
export function codingScratch(rows: i32): usize {
  const table = <usize>(rows + SPARE + 2) << 2;
  return max(table, sortScratch(rows) + (<usize>rows << 3));
}

/** The threads take columns from a queue. */
export function codeColumns(thread: i32, threads: i32, job: usize): void {
  const rows = load<i32>(job, 4);
  const columns = load<i32>(job, 8);
  const records = <usize>load<u32>(job, 12);
  const scratch = <usize>load<u32>(job + (<usize>thread << 2), 16);
  for (;;) {
    const a = atomic.add<i32>(job, 1);
    if (a >= columns) return;
    const record = records + <usize>a * RECORD;
    const cells = <usize>load<u32>(record);
    const levels = load<u32>(record, 4);
    if (levels > 0) note(record, levels - 1, narrow(cells, rows, cells, levels - 1));
    else codeNumbers(record, cells, rows, <usize>load<u32>(record, 8), scratch);
  }
}

function note(record: usize, known: u32, anyMissing: u32): void {
  store<u32>(record, known, 12);
  store<u32>(record, shiftFor(known), 16);
  store<u32>(record, anyMissing, 20);
}

/** Missing values have a code of their own. */
@inline
function shiftFor(known: u32): u32 {
  return known < 256 ? 0 : known < 65536 ? 1 : 2;
}

/** Codes (i32), missing negative or after the last, in as few bytes as they fit; returns whether any is missing. */
function narrow(codes: usize, n: i32, to: usize, known: u32): u32 {
  const shift = shiftFor(known);
  if (shift == 0) return narrowTo<u8>(codes, n, to, known);
  return shift == 1 ? narrowTo<u16>(codes, n, to, known) : narrowTo<u32>(codes, n, to, known);
}

export function narrowTo<T>(codes: usize, n: i32, to: usize, known: u32): u32 {
  let missing: u32 = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    // A negative one is large without a sign.
    const code = min(load<u32>(codes + (i << 2)), known);
    store<T>(to + i * sizeof<T>(), <T>code);
    missing |= u32(code == known);
  }
  return missing;
}

function codeNumbers(record: usize, cells: usize, n: i32, values: usize, scratch: usize): void {
  if (findRange(cells, n)) return tabulate(record, cells, n, values, scratch);
  const order = scratch + sortScratch(n);
  const codes = order + (<usize>n << 2);
  sortColumn(cells, n, order, scratch);
  const known = rankColumn(cells, n, order, codes, values);
  note(record, known, narrow(codes, n, cells, known));
}

let least: f64 = 0;
let most: f64 = 0;

/** Whether all known cells, of which there are some, are integers, few enough for a table. */
export function findRange(cells: usize, n: i32): bool {
  let low: f64 = Infinity;
  let high: f64 = -Infinity;
  for (let i: usize = 0; i < <usize>n; i++) {
    const x = load<f64>(cells + (i << 3));
    if (x < low) low = x;
    if (x > high) high = x;
    if (x == x && floor(x) != x) return false;
  }
  // Minus zero is zero.
  least = low + 0;
  most = high + 0;
  const range = most - least;
  return range >= 0 && range <= <f64>(n + SPARE);
}

/** Ranks without sorting. */
function tabulate(record: usize, cells: usize, n: i32, values: usize, table: usize): void {
  const size = <usize>(most - least) + 1;
  memory.fill(table, 0, size << 2);
  markIntegers(cells, n, table);
  let known: u32 = 0;
  for (let i: usize = 0; i < size; i++) {
    const at = table + (i << 2);
    if (load<u32>(at) == 0) continue;
    store<f64>(values + (<usize>known << 3), least + <f64>i);
    store<u32>(at, known++);
  }
  const shift = shiftFor(known);
  if (shift == 0) note(record, known, lookUp<u8>(cells, n, table, known));
  else if (shift == 1) note(record, known, lookUp<u16>(cells, n, table, known));
  else note(record, known, lookUp<u32>(cells, n, table, known));
}

/** Notes which integers occur. */
export function markIntegers(cells: usize, n: i32, table: usize): void {
  const from = least;
  for (let i: usize = 0; i < <usize>n; i++) {
    const x = load<f64>(cells + (i << 3));
    if (x == x) store<u32>(table + (<usize>(<u32>(x - from)) << 2), 1);
  }
}

/** Replaces the cells by their codes; returns whether any is missing. */
export function lookUp<T>(cells: usize, n: i32, table: usize, known: u32): u32 {
  const from = least;
  let missing: u32 = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    const x = load<f64>(cells + (i << 3));
    const isMissing = x != x;
    const code = isMissing ? known : load<u32>(table + (<usize>(<u32>(x - from)) << 2));
    store<T>(cells + i * sizeof<T>(), <T>code);
    missing |= u32(isMissing);
  }
  return missing;
}
