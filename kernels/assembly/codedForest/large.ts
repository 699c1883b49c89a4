import { take } from "../forest/arena";
import { rows, width } from "../forest/params";
import { examineSorted, examineTally } from "./examine";
import { classByRow, massByRow } from "./mass";
import { codeShift, codesOf, isTwo, missingCode } from "./params";
import { sortKeys, takeRadix } from "./radix";
import { addCode, addToCell, cellBytes, isUsed, missingCell, moveCell, startTally } from "./tally";

// The best test on an attribute at a node whose rows are listed (u32): rows are counted by code, or, if there would be
// more cells than rows, sorted by code.

/** Cells by code; all are clear between calls. */
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
  table = take(tableBytes());
  keys = take(<usize>rows << 3);
  takeRadix(rows);
}

export function clearLarge(): void {
  memory.fill(table, 0, tableBytes());
}

export function examineLarge(a: i32, ids: usize, n: i32, sums: usize): i32 {
  const codes = missingCode(a);
  startTally();
  const cells = <i64>(codes + 1) * (isTwo ? 1 : <i64>width);
  return cells <= <i64>n * CELLS_PER_ROW ? countCodes(a, ids, n, sums) : sortCodes(a, ids, n, sums);
}

function countCodes(a: i32, ids: usize, n: i32, sums: usize): i32 {
  const shift = codeShift(a);
  if (shift == 0) countRows<u8>(codesOf(a), ids, n);
  else if (shift == 1) countRows<u16>(codesOf(a), ids, n);
  else countRows<u32>(codesOf(a), ids, n);
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

function countRows<T>(codes: usize, ids: usize, n: i32): void {
  const end = ids + (<usize>n << 2);
  const mass = massByRow;
  const classes = classByRow();
  const bytes = cellBytes();
  for (let at = ids; at < end; at += 4) {
    const row = <usize>load<u32>(at);
    addToCell(table + <usize>load<T>(codes + row * sizeof<T>()) * bytes, mass, classes, row);
  }
}

function sortCodes(a: i32, ids: usize, n: i32, sums: usize): i32 {
  const shift = codeShift(a);
  if (shift == 0) gather<u8>(codesOf(a), ids, n);
  else if (shift == 1) gather<u16>(codesOf(a), ids, n);
  else gather<u32>(codesOf(a), ids, n);
  const codes = missingCode(a);
  const sorted = sortKeys(keys, n, codes + 1);
  return examineSorted(a, sums, sorted, n, codes, codes, massByRow, classByRow());
}

function gather<T>(codes: usize, ids: usize, n: i32): void {
  for (let i: usize = 0; i < <usize>n; i++) {
    const row = load<u32>(ids + (i << 2));
    store<u64>(keys + (i << 3), (<u64>load<T>(codes + <usize>row * sizeof<T>()) << 32) | <u64>row);
  }
}
