import type { Column } from "../../../table/column.js";
import type { Heap } from "../../heap.js";
import type { Team } from "../../team.js";
import { ColumnSorter } from "../sortColumn.js";
import { rankIntegers } from "./rankIntegers.js";

/** A column's record: kernels/assembly/codedForest/params.ts has the layout. */
const WORDS = 8;
const HAS_MISSING = 1;
const ORDERED = 2;
const NOMINAL = 4;

type Codes = Uint8Array | Uint16Array | Uint32Array;

/** A column as codes in as few bytes as they fit; missing values have the code after the last. */
interface CodedColumn {
  readonly codes: Codes;
  readonly known: number;
  readonly flags: number;
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
  coded.forEach(({ codes, known, flags, values }, a) => {
    const at = copyCodes(heap, codes);
    const valuesAt = values ? heap.alloc(8 * values.length) : 0;
    if (values) heap.f64(valuesAt, values.length).set(values);
    const record = heap.u32(records + 4 * WORDS * a, WORDS);
    record.fill(0);
    record.set([at, Math.log2(codes.BYTES_PER_ELEMENT), known, flags, valuesAt]);
  });
  return { records, mostCodes: Math.max(...coded.map(({ known }) => known + 1)) };
}

function copyCodes(heap: Heap, codes: Codes): number {
  const at = heap.alloc(codes.byteLength);
  heap.u8(at, codes.byteLength).set(new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength));
  return at;
}

/** Sorting takes memory that is free again afterwards, so codes are kept outside of it. */
function codeColumns(team: Team, columns: readonly Column[], rows: number): CodedColumn[] {
  const mark = team.heap.mark();
  try {
    let sorter: ColumnSorter | undefined;
    const sorted = (cells: Float64Array) => {
      sorter ??= new ColumnSorter(team, rows);
      return sorter.sort(cells);
    };
    return columns.map((column) => {
      if (column.type === "string") throw new Error("a string column cannot be an attribute");
      if (column.type !== "numeric") return codeLevels(column.codes, column.levels.length, column.type);
      const { codes, values } = rankIntegers(column.values) ?? sorted(column.values);
      const coded = codesOf(codes, values.length);
      return { ...coded, known: values.length, values: values.slice() };
    });
  } finally {
    team.heap.release(mark);
  }
}

function codeLevels(codes: Int32Array, levels: number, type: "nominal" | "ordered"): CodedColumn {
  const { codes: own, flags } = codesOf(codes, levels);
  return { codes: own, known: levels, flags: flags | (type === "ordered" ? ORDERED : NOMINAL) };
}

/** Missing cells are negative, or have the code after the last. */
function codesOf(codes: Int32Array, known: number): Pick<CodedColumn, "codes" | "flags"> {
  const own =
    known < 256
      ? new Uint8Array(codes.length)
      : known < 65_536
        ? new Uint16Array(codes.length)
        : new Uint32Array(codes.length);
  return { codes: own, flags: narrow(own, codes, known) ? HAS_MISSING : 0 };
}

/** Returns whether any is missing. */
function narrow(own: Codes, codes: Int32Array, known: number): boolean {
  let missing = false;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    const isMissing = code < 0 || code === known;
    own[i] = isMissing ? known : code;
    if (isMissing) missing = true;
  }
  return missing;
}
