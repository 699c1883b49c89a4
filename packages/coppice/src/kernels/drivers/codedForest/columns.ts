import type { Column } from "../../../table/column.js";
import { isStringType } from "../../../table/schema.js";
import { codedForestKernel } from "../../generated/codedForest.js";
import type { Heap } from "../../heap.js";
import type { Team } from "../../team.js";

/** A column's record: kernels/assembly/codedForest/params.ts has the layout. */
const WORDS = 8;
const HAS_MISSING = 1;
const ORDERED = 2;
const NOMINAL = 4;

/** A column as codes in as few bytes as they fit; missing values have the code after the last. */
export interface CodedColumn {
  /** The bytes of the codes, little-endian; a code has 1, 2 or 4 of them (shift 0, 1, 2). */
  readonly bytes: Uint8Array;
  readonly shift: number;
  readonly known: number;
  readonly anyMissing: boolean;
  /** Of numbers: the number of each code. */
  readonly values?: Float64Array;
}

export interface LoadedColumns {
  /** The address of their records. */
  readonly records: number;
  /** The most codes of a column, missing included. */
  readonly mostCodes: number;
}

/** Codes the columns and copies them to the kernels' memory. */
export function loadCodes(team: Team, columns: readonly Column[], rows: number): LoadedColumns {
  const { heap } = team;
  const coded = codeColumns(team, columns, rows);
  const records = heap.alloc(4 * WORDS * columns.length);
  coded.forEach(({ bytes, shift, known, anyMissing, values }, a) => {
    const at = heap.alloc(bytes.length);
    heap.u8(at, bytes.length).set(bytes);
    const valuesAt = values ? heap.alloc(8 * values.length) : 0;
    if (values) heap.f64(valuesAt, values.length).set(values);
    const record = heap.u32(records + 4 * WORDS * a, WORDS);
    record.fill(0);
    record.set([at, shift, known, (anyMissing ? HAS_MISSING : 0) | KINDS[columns[a].type], valuesAt]);
  });
  return { records, mostCodes: Math.max(...coded.map(({ known }) => known + 1)) };
}

const KINDS = { numeric: 0, ordered: ORDERED, nominal: NOMINAL, string: 0, text: 0 } as const;

/** A record of the coding, in words: kernels/assembly/codedForest/coding.ts has the layout. */
const CODING = 6;

/** By the kernel, on all threads. It needs memory that is free again afterwards, so codes are kept outside of it. */
export function codeColumns(team: Team, columns: readonly Column[], rows: number): CodedColumn[] {
  const { heap, size } = team;
  const mark = heap.mark();
  try {
    const scratch = team.kernel(codedForestKernel).codingScratch(rows);
    const job = heap.alloc(4 * (4 + size));
    const records = heap.alloc(4 * CODING * columns.length);
    const places = columns.map((column) => loadCells(heap, column, rows));
    const rooms = Array.from({ length: size }, () => heap.alloc(scratch));
    heap.u32(job, 4 + size).set([0, rows, columns.length, records, ...rooms]);
    places.forEach((place, a) => {
      heap.u32(records + 4 * CODING * a, CODING).set([...place, 0, 0, 0]);
    });
    team.run(codedForestKernel, "codeColumns", job);
    return columns.map((column, a) => takeCodes(heap, records + 4 * CODING * a, column, rows));
  } finally {
    heap.release(mark);
  }
}

/** Copies the cells, and makes room for values. */
function loadCells(
  heap: Heap,
  column: Column,
  rows: number,
): [cells: number, levels: number, values: number] {
  if (isStringType(column.type)) throw new Error("a string column cannot be an attribute");
  const at = heap.alloc((column.type === "numeric" ? 8 : 4) * rows);
  if (column.type !== "numeric") {
    heap.i32(at, rows).set(column.codes);
    return [at, 1 + column.levels.length, 0];
  }
  heap.f64(at, rows).set(column.values);
  return [at, 0, heap.alloc(8 * rows)];
}

function takeCodes(heap: Heap, record: number, { type }: Column, rows: number): CodedColumn {
  const [cells, , valuesAt, known, shift, missing] = heap.u32(record, CODING);
  return {
    bytes: heap.u8(cells, rows << shift).slice(),
    shift,
    known,
    anyMissing: missing !== 0,
    ...(type === "numeric" && { values: heap.f64(valuesAt, known).slice() }),
  };
}
