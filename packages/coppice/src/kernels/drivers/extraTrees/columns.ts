import { wordsFor } from "../../../model/packed.js";
import type { Column } from "../../../table/column.js";
import type { Heap } from "../../heap.js";

/** A column's record: kernels/assembly/extraTrees/column.ts has the layout. */
const RECORD_BYTES = 64;

const KINDS = { numeric: 0, whole: 2, ordered: 3, bits: 4, wide: 5 } as const;

/** The bits of a cell; levels of up to two cells, one bit for missing values included, are bits. */
const CELL_BITS = 31;
const MOST_BITS = 2 * CELL_BITS - 1;

/** Copies the columns to the kernels' memory; returns the address of their records. Numbers may still have to be ranked. */
export function loadColumns(heap: Heap, columns: readonly Column[], rows: number): number {
  const records = heap.alloc(RECORD_BYTES * columns.length);
  let place = 0;
  columns.forEach((column, a) => {
    const at = records + RECORD_BYTES * a;
    const cells = heap.alloc(4 * rows * cellCount(column));
    heap.u32(at, RECORD_BYTES / 4).fill(0);
    heap.u32(at, 8).set([cells, kindOf(column), levelsOf(column), 0, 0, 0, 0, place]);
    place += cellCount(column);
    if (column.type === "numeric") loadNumbers(heap, at, column.values);
    else fillCodes(heap, cells, column, rows);
  });
  return records;
}

/** The cells of a row, rounded up to whole vectors. */
export function rowWidthOf(columns: readonly Column[]): number {
  return (columns.reduce((sum, column) => sum + cellCount(column), 0) + 3) & -4;
}

function cellCount(column: Column): number {
  return kindOf(column) === KINDS.bits && levelsOf(column) >= CELL_BITS ? 2 : 1;
}

/** Few values get more buckets than there are, but no more than these: kernels/assembly/extraTrees/lookUp.ts. */
const MOST_SPARE = 4096;

/** Integers are cells as they are; other values are still to be ranked, with space for their buckets and keys. */
function loadNumbers(heap: Heap, record: number, numbers: Float64Array): void {
  const rows = numbers.length;
  const lowest = lowestInteger(numbers);
  if (lowest !== undefined) {
    const [cells] = heap.u32(record, 1);
    heap.u32(record, 2)[1] = KINDS.whole;
    heap.f64(record + 32, 1)[0] = lowest;
    heap.u32(record, 5)[4] = fillIntegers(heap.i32(cells, rows), numbers, lowest);
    return;
  }
  const values = heap.alloc(8 * rows);
  heap.f64(values, rows).set(numbers);
  const starts = heap.alloc(4 * Math.max(rows, MOST_SPARE) + 4);
  const keys = heap.alloc(4 * rows);
  heap.u32(record, 6).set([values, 0, starts], 3);
  heap.u32(record + 56, 1)[0] = keys;
}

/** The lowest of integers that are less than 2^30 from 0; undefined if there are other numbers, too, or none. */
function lowestInteger(numbers: Float64Array): number | undefined {
  let lowest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < numbers.length; i++) {
    const x = numbers[i];
    if (Number.isNaN(x)) continue;
    if (!(Math.abs(x) < 2 ** 30) || Math.trunc(x) !== x) return undefined;
    if (x < lowest) lowest = x;
  }
  // -0 becomes 0.
  return lowest === Number.POSITIVE_INFINITY ? undefined : lowest + 0;
}

/** Returns how many integers are in the range. */
function fillIntegers(cells: Int32Array, numbers: Float64Array, lowest: number): number {
  let most = -1;
  for (let i = 0; i < cells.length; i++) {
    const cell = Number.isNaN(numbers[i]) ? -1 : numbers[i] - lowest;
    cells[i] = cell;
    if (cell > most) most = cell;
  }
  return most + 1;
}

function kindOf(column: Column): number {
  if (column.type === "numeric" || column.type === "ordered") return KINDS[column.type];
  return levelsOf(column) <= MOST_BITS ? KINDS.bits : KINDS.wide;
}

function levelsOf(column: Column): number {
  return column.type === "nominal" ? column.levels.length : 0;
}

function fillCodes(heap: Heap, at: number, column: Column, rows: number): void {
  if (column.type === "numeric" || column.type === "string") throw new Error("the column has no codes");
  const { codes } = column;
  if (kindOf(column) !== KINDS.bits) fillLevels(heap.i32(at, rows), codes);
  else
    for (let part = 0; part < cellCount(column); part++)
      fillBits(heap.i32(at + 4 * rows * part, rows), codes, levelsOf(column), CELL_BITS * part);
}

/** One bit of those from `first` on, if it is among them: the level's, or the one after the last for a missing value. */
function fillBits(cells: Int32Array, codes: Int32Array, levels: number, first: number): void {
  for (let i = 0; i < cells.length; i++) {
    const bit = (codes[i] < 0 ? levels : codes[i]) - first;
    cells[i] = bit >= 0 && bit < CELL_BITS ? 1 << bit : 0;
  }
}

function fillLevels(cells: Int32Array, codes: Int32Array): void {
  for (let i = 0; i < cells.length; i++) cells[i] = codes[i] < 0 ? -1 : codes[i];
}

/** The words of the largest set of levels. */
export function mostSetWords(columns: readonly Column[]): number {
  return Math.max(0, ...columns.map((column) => wordsFor(levelsOf(column))));
}
