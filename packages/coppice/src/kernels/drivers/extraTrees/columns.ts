import { wordsFor } from "../../../model/packed.js";
import type { Column } from "../../../table/column.js";
import type { Heap } from "../../heap.js";

/** A column's record: kernels/assembly/extraTrees/column.ts has the layout. */
const RECORD_BYTES = 48;

const KINDS = { numeric: 0, ordered: 1, bits: 2, wide: 3 } as const;

/** Levels up to which a level is a bit of a cell. */
const MOST_BITS = 31;

/** Copies the columns to the kernels' memory; returns the address of their records. Numbers are still to be ranked. */
export function loadColumns(heap: Heap, columns: readonly Column[], rows: number): number {
  const records = heap.alloc(RECORD_BYTES * columns.length);
  columns.forEach((column, a) => {
    const cells = heap.alloc(4 * rows);
    const [values, starts] = column.type === "numeric" ? loadNumbers(heap, column.values, rows) : [0, 0];
    const record = heap.u32(records + RECORD_BYTES * a, RECORD_BYTES / 4);
    record.fill(0);
    record.set([cells, kindOf(column), levelsOf(column), values, 0, starts]);
    if (column.type !== "numeric") fillCodes(heap.i32(cells, rows), column);
  });
  return records;
}

/** The values, and space for as many buckets as the kernel may make. */
function loadNumbers(heap: Heap, numbers: Float64Array, rows: number): [values: number, starts: number] {
  const values = heap.alloc(8 * rows);
  heap.f64(values, rows).set(numbers);
  return [values, heap.alloc(2 * rows + 8)];
}

function kindOf(column: Column): number {
  if (column.type === "numeric" || column.type === "ordered") return KINDS[column.type];
  return levelsOf(column) <= MOST_BITS ? KINDS.bits : KINDS.wide;
}

function levelsOf(column: Column): number {
  return column.type === "nominal" ? column.levels.length : 0;
}

function fillCodes(cells: Int32Array, column: Column): void {
  if (column.type === "numeric" || column.type === "string") throw new Error("the column has no codes");
  if (kindOf(column) === KINDS.bits) fillBits(cells, column.codes);
  else fillLevels(cells, column.codes);
}

function fillBits(cells: Int32Array, codes: Int32Array): void {
  for (let i = 0; i < cells.length; i++) cells[i] = codes[i] < 0 ? 0 : 1 << codes[i];
}

function fillLevels(cells: Int32Array, codes: Int32Array): void {
  for (let i = 0; i < cells.length; i++) cells[i] = codes[i] < 0 ? -1 : codes[i];
}

/** The words of the largest set of levels. */
export function mostSetWords(columns: readonly Column[]): number {
  return Math.max(0, ...columns.map((column) => wordsFor(levelsOf(column))));
}
