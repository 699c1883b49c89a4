import { elsewhere } from "./elsewhere.js";
import {
  type ColumnSchema,
  isStringType,
  type NumberNotation,
  type SpellingNotation,
  type StringType,
  type TimeNotation,
  type TimePart,
} from "./schema.js";
import { StringCells } from "./stringCells.js";

/** Columns are typed arrays, one cell per row. */
export interface NumericColumn {
  readonly type: "numeric";
  readonly name: string;
  /** NaN where missing; never infinite. */
  readonly values: Float64Array;
  readonly notation?: NumberNotation | TimeNotation;
  readonly part?: TimePart;
}

export interface NominalColumn {
  readonly type: "nominal" | "ordered" | StringType;
  readonly name: string;
  /** Index into `levels`; -1 where missing. */
  readonly codes: Int32Array;
  /** As declared; by default those found, sorted by code point. */
  readonly levels: readonly string[];
  readonly notation?: SpellingNotation;
  readonly part?: TimePart;
  /** A string column because its file says so, not the user: it is not learned from. */
  readonly aside?: true;
  /** It stands in for a column of strings, whose measures are learned from in its place: one level, everywhere. */
  readonly hides?: StringType;
}

export type Column = NumericColumn | NominalColumn;

/** Cells as a model's tests see them. Numeric and ordered: NaN where missing. Nominal: -1 where missing or not in training. */
export type Cells = Float64Array | Int32Array;

export const MISSING_CODE = -1;

/** A column's cells as a model's tests see them. */
export function testedCells(column: Column): Cells {
  if (column.type === "numeric") return column.values;
  if (isStringType(column.type)) return StringCells.with(column.codes, column.levels);
  return column.type === "ordered" ? asOrdered(column.codes) : column.codes;
}

/** The codes of an ordered attribute as thresholds compare them. */
export function asOrdered(codes: Int32Array): Float64Array {
  return Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : code));
}

/** A cell as text, or undefined when missing. */
export function cellText(column: Column, row: number): string | undefined {
  if (column.type === "numeric") {
    const value = column.values[row];
    return Number.isNaN(value) ? undefined : String(value);
  }
  const code = column.codes[row];
  return code < 0 ? undefined : column.levels[code];
}

/** The cells of `column` at `rows`, in that order. */
export function takeRows<C extends Column>(column: C, rows: ArrayLike<number>): C {
  const away = elsewhere(column);
  if (away) return away.take(rows) as C;
  if (column.type === "numeric") {
    const values = new Float64Array(rows.length);
    takeNumbers(column.values, rows, values);
    return { ...column, values };
  }
  const codes = new Int32Array(rows.length);
  takeCodes(column.codes, rows, codes);
  return { ...column, codes };
}

/** Some of the cells, in the order of these rows. */
export function takeCells(cells: Cells, rows: ArrayLike<number>): Cells {
  if (cells instanceof Int32Array) {
    const codes = new Int32Array(rows.length);
    takeCodes(cells, rows, codes);
    return cells instanceof StringCells ? StringCells.with(codes, cells.strings) : codes;
  }
  const values = new Float64Array(rows.length);
  takeNumbers(cells, rows, values);
  return values;
}

// One function per kind of array: a common one would be twice as slow.

function takeNumbers(values: Float64Array, rows: ArrayLike<number>, into: Float64Array): void {
  for (let i = 0; i < into.length; i++) into[i] = values[rows[i]];
}

function takeCodes(codes: Int32Array, rows: ArrayLike<number>, into: Int32Array): void {
  for (let i = 0; i < into.length; i++) into[i] = codes[rows[i]];
}

/** A column without its cells. */
export function columnSchema(column: ColumnSchema & { readonly hides?: StringType }): ColumnSchema {
  const { name, type, levels = [], hides } = column;
  if (hides) return { name, type: hides };
  // Any string may come: those of the training rows are not part of a model.
  return type === "numeric" || isStringType(type)
    ? { name, type, ...writing(column) }
    : { name, type, levels: [...levels], ...writing(column) };
}

/** The notation and the part of a column, if it has them. */
export function writing({
  notation,
  part,
}: Pick<ColumnSchema, "notation" | "part">): Pick<ColumnSchema, "notation" | "part"> {
  return { ...(notation && { notation }), ...(part && { part }) };
}

/** What stands for a column of strings where these are not looked at: one level, everywhere. Other columns are unchanged. */
export function withoutStrings(column: Column): Column {
  const { name, type } = column;
  if (!isStringType(type)) return column;
  const codes = new Int32Array((column as NominalColumn).codes.length);
  return { type: "nominal", name, levels: [""], codes, hides: type };
}

/** A column of which every cell is missing. */
export function emptyColumn({ name, type, levels = [], notation, part }: ColumnSchema, rows: number): Column {
  const cells =
    type === "numeric"
      ? { values: new Float64Array(rows).fill(Number.NaN) }
      : { levels, codes: new Int32Array(rows).fill(MISSING_CODE) };
  return { name, type, ...cells, ...(notation && { notation }), ...(part && { part }) } as Column;
}
