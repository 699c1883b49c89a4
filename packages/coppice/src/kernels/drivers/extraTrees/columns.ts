import { wordsFor } from "../../../model/packed.js";
import type { Column } from "../../../table/column.js";
import { isStringType } from "../../../table/schema.js";
import type { Heap } from "../../heap.js";

/** A column's record: kernels/assembly/extraTrees/column.ts has the layout. */
const RECORD_BYTES = 64;

const KINDS = { numeric: 0, whole: 2, ordered: 3, bits: 4, wide: 5 } as const;

/** The bits of a cell in a row of cells; levels of up to two cells, one bit for missing values included, are bits. */
const CELL_BITS = 31;
const MOST_BITS = 2 * CELL_BITS - 1;

/** Cells as the kernel has them: as narrow as their greatest number allows. */
interface Cells {
  readonly kind: number;
  /** The greatest number among them. */
  readonly most: number;
  readonly hasGaps: boolean;
  fill(cells: Uint8Array | Uint16Array | Uint32Array): void;
  /** Of integers, what was subtracted. */
  readonly lowest?: number;
}

/** Copies the columns to the kernels' memory; returns the address of their records. Numbers may still have to be ranked. */
export function loadColumns(heap: Heap, columns: readonly Column[], rows: number): number {
  const records = heap.alloc(RECORD_BYTES * columns.length);
  let place = 0;
  columns.forEach((column, a) => {
    const at = records + RECORD_BYTES * a;
    heap.u32(at, RECORD_BYTES / 4).fill(0);
    heap.u32(at, 8).set([0, kindOf(column), levelsOf(column), 0, 0, 0, 0, place]);
    place += cellCount(column);
    const cells = column.type === "numeric" ? integersOf(column.values) : codesOf(column);
    if (cells !== undefined) loadCells(heap, at, cells, rows);
    else if (column.type === "numeric") loadNumbers(heap, at, column.values);
  });
  return records;
}

/** The cells of a row. */
export function rowWidthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + cellCount(column), 0);
}

function cellCount(column: Column): number {
  return kindOf(column) === KINDS.bits && levelsOf(column) >= CELL_BITS ? 2 : 1;
}

/** Cells are read in blocks of this many rows. */
const BLOCK = 64;

const padded = (rows: number) => Math.ceil(rows / BLOCK) * BLOCK;

function loadCells(heap: Heap, record: number, cells: Cells, rows: number): void {
  const shift = cells.most < 256 ? 0 : cells.most < 65_536 ? 1 : 2;
  const at = heap.alloc(padded(rows) << shift);
  cells.fill(shift === 0 ? heap.u8(at, rows) : shift === 1 ? heap.u16(at, rows) : heap.u32(at, rows));
  heap.u32(record, 5).set([at, cells.kind]);
  heap.u32(record, 5)[4] = cells.most;
  heap.f64(record + 32, 1)[0] = cells.lowest ?? 0;
  heap.u8(record + 60, 2).set([shift, Number(cells.hasGaps)]);
}

/** Few values get more buckets than there are, but no more than these: kernels/assembly/extraTrees/lookUp.ts. */
const MOST_SPARE = 4096;

/** Values that are still to be ranked, with space for cells of four bytes, their buckets and keys. */
function loadNumbers(heap: Heap, record: number, numbers: Float64Array): void {
  const rows = numbers.length;
  const cells = heap.alloc(4 * padded(rows));
  const values = heap.alloc(8 * rows);
  heap.f64(values, rows).set(numbers);
  const starts = heap.alloc(4 * Math.max(rows, MOST_SPARE) + 4);
  const keys = heap.alloc(4 * rows);
  heap.u32(record, 6).set([cells, KINDS.numeric, 0, values, 0, starts]);
  heap.u32(record + 56, 2).set([keys, 2]);
}

/** Integers that are less than 2^30 from 0, as they are, unless their ranks are narrower; undefined if there are others, or none. */
function integersOf(numbers: Float64Array): Cells | undefined {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  let hasGaps = false;
  for (let i = 0; i < numbers.length; i++) {
    const x = numbers[i];
    if (Number.isNaN(x)) hasGaps = true;
    else if (!(Math.abs(x) < 2 ** 30) || Math.trunc(x) !== x) return undefined;
    else {
      if (x < lowest) lowest = x;
      if (x > highest) highest = x;
    }
  }
  if (highest < lowest) return undefined;
  const range = highest - lowest;
  if (range > MOST_RANKS && isFew(numbers, lowest, range)) return undefined;
  return {
    ...{ kind: KINDS.whole, most: range + 1, hasGaps },
    // -0 becomes 0.
    lowest: lowest + 0,
    fill(cells) {
      for (let i = 0; i < numbers.length; i++) cells[i] = numbers[i] - lowest + 1 || 0;
    },
  };
}

/** Ranks of one byte, and the range of integers in which they are counted. */
const MOST_RANKS = 254;
const MOST_RANGE = 1 << 20;

/** Whether integers have so few values that their ranks need one byte. */
function isFew(numbers: Float64Array, lowest: number, range: number): boolean {
  if (range >= MOST_RANGE) return false;
  const seen = new Uint8Array(range + 1);
  let distinct = 0;
  for (let i = 0; i < numbers.length && distinct <= MOST_RANKS; i++) {
    const place = numbers[i] - lowest;
    if (seen[place] !== 0) continue;
    seen[place] = 1;
    distinct++;
  }
  return distinct <= MOST_RANKS;
}

function kindOf(column: Column): number {
  if (column.type === "numeric" || column.type === "ordered") return KINDS[column.type];
  return levelsOf(column) <= MOST_BITS ? KINDS.bits : KINDS.wide;
}

function levelsOf(column: Column): number {
  return column.type === "nominal" ? column.levels.length : 0;
}

function codesOf(column: Column): Cells {
  if (column.type === "numeric" || isStringType(column.type)) throw new Error("the column has no codes");
  const { codes, levels } = column;
  const kind = kindOf(column);
  const isBits = kind === KINDS.bits;
  const added = isBits ? 0 : 1;
  const missing = isBits ? levels.length : 0;
  return {
    ...{ kind, most: levels.length, hasGaps: codes.some((code) => code < 0) },
    fill(cells) {
      for (let i = 0; i < codes.length; i++) cells[i] = codes[i] < 0 ? missing : codes[i] + added;
    },
  };
}

/** The words of the largest set of levels. */
export function mostSetWords(columns: readonly Column[]): number {
  return Math.max(0, ...columns.map((column) => wordsFor(levelsOf(column))));
}
