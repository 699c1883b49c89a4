import { take } from "../forest/arena";
import { rows, width } from "../forest/params";
import { countRowsOfMany, tallyCounts } from "./countMany";
import { countRowsOfTwo, tallyTables } from "./countTwo";
import { examineSorted, examineTally } from "./examine";
import { classByRow, massByRow } from "./mass";
import { codeShift, codesOf, isPacked, isTwo, missingCode } from "./params";
import { sortKeys, takeRadix } from "./radix";
import { addCode, addToCell, cellBytes, isUsed, missingCell, moveCell, startTally } from "./tally";

// The best test on an attribute at a node whose rows are listed (u64: row | mark << 32): rows are counted by code, or, if there would be
// more cells than rows, sorted by code.

/** Cells by code, and for counts as many again; all are clear between calls. */
let table: usize = 0;
let keys: usize = 0;

/** Cells per row up to which rows are counted. */
const CELLS_PER_ROW: i64 = 2;

@inline
function tableBytes(): usize {
  return <usize>((<i64>rows * CELLS_PER_ROW + 1) << 3);
}

/** The most codes that a table may have. */
export function mostCounted(): i32 {
  return <i32>(tableBytes() / cellBytes()) + 1;
}

export function takeLarge(): void {
  table = take(2 * tableBytes());
  keys = take(<usize>rows << 3);
  takeRadix(rows);
}

export function clearLarge(): void {
  memory.fill(table, 0, 2 * tableBytes());
}

export function examineLarge(a: i32, entries: usize, n: i32, sums: usize): i32 {
  const codes = missingCode(a);
  startTally();
  const cells = <i64>(codes + 1) * (isTwo ? 1 : <i64>max(width, 2));
  return cells <= <i64>n * CELLS_PER_ROW ? countCodes(a, entries, n, sums) : sortCodes(a, entries, n, sums);
}

function countCodes(a: i32, entries: usize, n: i32, sums: usize): i32 {
  const shift = codeShift(a);
  if (isTwo) return countTwo(a, shift, entries, n, sums);
  if (isPacked) return countMany(a, shift, entries, n, sums);
  if (shift == 0) countRows<u8>(codesOf(a), entries, n);
  else if (shift == 1) countRows<u16>(codesOf(a), entries, n);
  else countRows<u32>(codesOf(a), entries, n);
  const codes = missingCode(a);
  const bytes = cellBytes();
  let cell = table;
  for (let code = 0; code < codes; code++) {
    if (isUsed(cell)) moveCell(addCode(code), cell);
    cell += bytes;
  }
  moveCell(missingCell, cell);
  return examineTally(a, sums, codes);
}

function countTwo(a: i32, shift: i32, entries: usize, n: i32, sums: usize): i32 {
  const odd = table + tableBytes();
  if (shift == 0) countRowsOfTwo<u8>(codesOf(a), entries, n, table, odd);
  else if (shift == 1) countRowsOfTwo<u16>(codesOf(a), entries, n, table, odd);
  else countRowsOfTwo<u32>(codesOf(a), entries, n, table, odd);
  tallyTables(missingCode(a), table, odd);
  return examineTally(a, sums, missingCode(a));
}

function countMany(a: i32, shift: i32, entries: usize, n: i32, sums: usize): i32 {
  const odd = table + tableBytes();
  if (shift == 0) countRowsOfMany<u8>(codesOf(a), entries, n, table, odd);
  else if (shift == 1) countRowsOfMany<u16>(codesOf(a), entries, n, table, odd);
  else countRowsOfMany<u32>(codesOf(a), entries, n, table, odd);
  tallyCounts(missingCode(a), table, odd);
  return examineTally(a, sums, missingCode(a));
}

function countRows<T>(codes: usize, entries: usize, n: i32): void {
  const end = entries + (<usize>n << 3);
  const mass = massByRow;
  const classes = classByRow();
  const bytes = cellBytes();
  for (let at = entries; at < end; at += 8) {
    const code = <usize>load<T>(codes + <usize>load<u32>(at) * sizeof<T>());
    addToCell(table + code * bytes, load<u32>(at, 4), mass, classes);
  }
}

function sortCodes(a: i32, entries: usize, n: i32, sums: usize): i32 {
  const shift = codeShift(a);
  if (shift == 0) gather<u8>(codesOf(a), entries, n);
  else if (shift == 1) gather<u16>(codesOf(a), entries, n);
  else gather<u32>(codesOf(a), entries, n);
  const codes = missingCode(a);
  const sorted = sortKeys(keys, n, codes + 1);
  return examineSorted(a, sums, sorted, n, codes, codes, massByRow, classByRow());
}

/** Keys: code << 32 | mark. */
function gather<T>(codes: usize, entries: usize, n: i32): void {
  for (let i: usize = 0; i < <usize>n; i++) {
    const at = entries + (i << 3);
    const code = <u64>load<T>(codes + <usize>load<u32>(at) * sizeof<T>());
    store<u64>(keys + (i << 3), (code << 32) | <u64>load<u32>(at, 4));
  }
}
