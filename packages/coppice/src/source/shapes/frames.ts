import type { CoppiceError } from "../../base/errors.js";
import { equalLengths } from "./columns.js";
import { hasMethods, isList, isObject, type Shape, shapeError } from "./shape.js";

/** Tables of other packages, by the methods through which their columns are read. Only what is called is declared. */

/** Arquero: filter and order are respected by `array`. */
export interface ArqueroLike {
  columnNames(): readonly string[];
  numRows(): number;
  array(name: string): ArrayLike<unknown>;
}

/** A reader of @duckdb/node-api, as returned by `runAndReadAll`. */
export interface DuckDbLike {
  columnNames(): readonly string[];
  getColumnsObject(): unknown;
}

export interface PolarsLike {
  readonly height: number;
  readonly columns: readonly string[];
  getColumn(name: string): { toArray(): ArrayLike<unknown> };
}

export interface DanfoLike {
  readonly columns: readonly string[];
  column(name: string): { readonly values: unknown };
}

export interface DataForgeLike {
  getColumnNames(): readonly string[];
  getSeries(name: string): { toArray(): readonly unknown[] };
}

export type FrameLike = ArqueroLike | DuckDbLike | PolarsLike | DanfoLike | DataForgeLike;

/** The columns of another package's table; undefined if it is not recognised. */
export function frameShape(data: unknown): Shape | undefined {
  if (!isObject(data)) return undefined;
  if (hasMethods(data, "columnNames", "numRows", "array")) {
    const table = data as unknown as ArqueroLike;
    return framed("the Arquero table", table.columnNames(), (name) => table.array(name), table.numRows());
  }
  if (hasMethods(data, "columnNames", "getColumnsObject")) return duckDb(data as unknown as DuckDbLike);
  if (hasMethods(data, "getColumnNames", "getSeries")) {
    const table = data as unknown as DataForgeLike;
    return framed("the Data-Forge table", table.getColumnNames(), (name) => table.getSeries(name).toArray());
  }
  const { columns, height } = data as unknown as PolarsLike;
  if (!Array.isArray(columns)) return undefined;
  if (hasMethods(data, "getColumn") && typeof height === "number") {
    const table = data as unknown as PolarsLike;
    return framed("the Polars table", columns, (name) => table.getColumn(name).toArray(), height);
  }
  const table = data as unknown as DanfoLike;
  return hasMethods(data, "column")
    ? framed("the Danfo table", columns, (name) => table.column(name).values)
    : undefined;
}

function duckDb(reader: DuckDbLike): Shape {
  const columns = reader.getColumnsObject() as Readonly<Record<string, unknown>>;
  if (hasMethods(columns, "then")) {
    throw shapeError(
      "the DuckDB result has not been read: use a reader, as returned by connection.runAndReadAll(sql)",
    );
  }
  const names = reader.columnNames();
  return equalLengths(
    "the DuckDB reader",
    names.map((name) => {
      const cells = columns[name];
      if (!isList(cells)) throw notAList(name);
      const isDate = Array.from(cells).some((cell) => isObject(cell) && dateOf(cell) !== undefined);
      return {
        name,
        length: cells.length,
        cells: () => Array.from(cells, plainCell),
        ...(isDate && { isDate }),
      };
    }),
  );
}

/** DuckDB's own values: decimals convert to numbers, dates count days, times count seconds, milli-, micro- or nanoseconds. */
function plainCell(cell: unknown): unknown {
  if (!isObject(cell)) return cell;
  if (hasMethods(cell, "toDouble")) return (cell as unknown as { toDouble(): number }).toDouble();
  return dateOf(cell) ?? cell;
}

const PER_MILLISECOND = { seconds: 1e-3, millis: 1, micros: 1e3, nanos: 1e6 };

function dateOf(cell: Readonly<Record<string, unknown>>): number | undefined {
  const keys = Object.keys(cell);
  // An interval has months besides days, a time with a zone has an offset: neither is a date.
  if (keys.length !== 1) return undefined;
  const amount = cell[keys[0]];
  if (typeof amount !== "number" && typeof amount !== "bigint") return undefined;
  if (keys[0] === "days") return Number(amount) * 86_400_000;
  const unit = PER_MILLISECOND[keys[0] as keyof typeof PER_MILLISECOND];
  return unit === undefined ? undefined : Number(amount) / unit;
}

/** Cells are extracted on demand; immediately if the number of rows is not known. */
function framed(
  what: string,
  names: readonly string[],
  cellsOf: (name: string) => unknown,
  rows?: number,
): Shape {
  const columns = names.map((name) => {
    if (rows !== undefined) return { name, length: rows, cells: () => cellsOf(name) as ArrayLike<unknown> };
    const cells = cellsOf(name);
    if (!isList(cells)) throw notAList(name);
    return { name, length: cells.length, cells: () => cells };
  });
  return equalLengths(what, columns);
}

function notAList(name: string): CoppiceError {
  return shapeError(`the column ${JSON.stringify(name)} is not a list of cells`, { name });
}
