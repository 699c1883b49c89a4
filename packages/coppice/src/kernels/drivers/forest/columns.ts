import type { Column } from "../../../table/column.js";
import { isStringType } from "../../../table/schema.js";
import type { Heap } from "../../heap.js";
import type { Team } from "../../team.js";

/** A column's record: cells, shorter cells, order, positions, ties (addresses), -, flags, known rows. */
const WORDS = 8;
const HAS_MISSING = 1;
const ORDERED = 2;

/** Copies the cells to the kernels' memory, as numbers, NaN where missing; returns the address of the columns' records. */
export function loadCells({ heap }: Team, columns: readonly Column[]): number {
  const records = heap.alloc(4 * WORDS * columns.length);
  columns.forEach((column, a) => {
    const rows = column.type === "numeric" ? column.values.length : column.codes.length;
    const at = heap.alloc(8 * rows);
    const missing = fillCells(heap.f64(at, rows), column);
    const record = heap.u32(records + 4 * WORDS * a, WORDS);
    record.fill(0);
    record[0] = at;
    record[6] = (missing ? HAS_MISSING : 0) | (column.type === "ordered" ? ORDERED : 0);
  });
  return records;
}

/** An attribute's record. */
export function recordOf(heap: Heap, records: number, a: number): Uint32Array {
  return heap.u32(records + 4 * WORDS * a, WORDS);
}

/** Whether any attribute has missing values, or levels. */
export function hasGapsOrCodes({ heap }: Team, records: number, attributes: number): boolean {
  for (let a = 0; a < attributes; a++) if (recordOf(heap, records, a)[6] !== 0) return true;
  return false;
}

/** Allocates each attribute's order, positions and ties, which the kernel's presort fills in. */
export function allocateOrders({ heap }: Team, records: number, attributes: number, rows: number): void {
  for (let a = 0; a < attributes; a++) {
    const room = [4, 4, 1 / 8].map((bytes) => heap.alloc(Math.ceil(bytes * rows)));
    heap.u32(records + 4 * WORDS * a + 8, 3).set(room);
  }
}

/** Whether every cell is exactly representable in single precision, that is, in four bytes. */
export function areSingles(columns: readonly Column[]): boolean {
  return columns.every((column) => column.type !== "numeric" || holdsSingles(column.values));
}

/** A loop: a call per cell is too slow for millions of cells. */
function holdsSingles(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++)
    if (Math.fround(values[i]) !== values[i] && !Number.isNaN(values[i])) return false;
  return true;
}

/** Allocates each attribute's cells in single precision, which the kernel fills in. */
export function allocateSingles({ heap }: Team, records: number, attributes: number, rows: number): void {
  for (let a = 0; a < attributes; a++) {
    const at = heap.alloc(4 * rows);
    heap.u32(records + 4 * WORDS * a, WORDS)[1] = at;
  }
}

/** Copies the cells; returns whether any is missing. */
function fillCells(cells: Float64Array, column: Column): boolean {
  if (column.type === "numeric") return copyNumbers(cells, column.values);
  if (isStringType(column.type)) throw new Error("a string column cannot be an attribute");
  return copyCodes(cells, column.codes);
}

/** -0 becomes 0, as everywhere. */
function copyNumbers(cells: Float64Array, values: Float64Array): boolean {
  let missing = false;
  cells.set(values);
  for (let i = 0; i < values.length; i++) {
    const x = values[i];
    if (x > 0 || x < 0) continue;
    cells[i] = x + 0;
    if (Number.isNaN(x)) missing = true;
  }
  return missing;
}

function copyCodes(cells: Float64Array, codes: Int32Array): boolean {
  let missing = false;
  for (let i = 0; i < cells.length; i++) {
    cells[i] = codes[i] < 0 ? Number.NaN : codes[i];
    if (codes[i] < 0) missing = true;
  }
  return missing;
}
