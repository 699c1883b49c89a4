import { checkOptions, type OptionNames } from "../base/checkOptions.js";
import { CoppiceError } from "../base/errors.js";
import { type CellValue, ColumnBuilder, type Declaration, FITS } from "../table/builder.js";
import { cellError } from "../table/cellError.js";
import { type Column, cellText } from "../table/column.js";
import { declarationsFor } from "../table/declare.js";
import type { ColumnType, Schema } from "../table/schema.js";
import type { Table } from "../table/table.js";
import { DAY } from "../table/time.js";
import { checkedReading } from "./checkReading.js";
import type { ReadOptions, ReadResult } from "./options.js";
import { gatheredAs, momentsOf, resultOf } from "./result.js";
import { allShapes } from "./shapes/allShapes.js";
import { isTyped, kindOf, type Shape, type ShapedColumn } from "./shapes/shape.js";
import { type AsyncData, collected, isAsync, type SyncData, shapeOf } from "./shapes/shapeOf.js";
import { tableIn } from "./tableIn.js";

export type { AsyncData, ColumnsData } from "./shapes/shapeOf.js";

/** What `tableFrom` makes a table from synchronously. A `Table` or a `ReadResult` stays as it is. */
export type TableData = SyncData | Table | ReadResult;

export interface TableOptions extends Pick<ReadOptions, "decimal" | "dates"> {
  /** Types of columns, instead of inferred ones. */
  readonly types?: ReadonlyMap<string, ColumnType> | Readonly<Record<string, ColumnType>>;
  readonly schema?: Schema;
  /** Markers of missing values, instead of the default ones; an empty string is always missing. */
  readonly missing?: readonly string[];
  /** The names of a matrix's columns. */
  readonly columns?: readonly string[];
}

const OPTIONS: OptionNames<TableOptions> = {
  ...({ types: 1, schema: 1, missing: 1, columns: 1, decimal: 1, dates: 1 } as const),
};

/**
 * A table from a program's data: rows as objects, columns, a matrix, the tables of other packages, iterables. Types are
 * inferred as for files; findings are in the table's `warnings`. Returns a promise only for asynchronous data.
 */
export function tableFrom(data: AsyncData, options?: TableOptions): Promise<Table>;
export function tableFrom(data: TableData, options?: TableOptions): Table;
export function tableFrom(data: TableData | AsyncData, options?: TableOptions): Table | Promise<Table>;
export function tableFrom(data: TableData | AsyncData, options: TableOptions = {}): Table | Promise<Table> {
  checkOptions("tableFrom", options, OPTIONS);
  if (isAsync(data))
    return collected(data).then((all) => tableOf(shapeOf(all, allShapes, options.columns), options));
  const table = tableIn(data);
  if (table === undefined) return tableOf(shapeOf(data, allShapes, options.columns), options);
  return Object.keys(options).length === 0 ? table : tableOf(tableShape(table), options);
}

/** A table's columns as input, to be read again with other types. */
function tableShape(table: Table): Shape {
  return {
    what: "the table",
    rows: table.rows,
    // Parts of dates are derived again.
    columns: table.columns
      .filter(({ part }) => part === undefined)
      .map((column) => {
        const { name, type, notation } = column;
        if (column.type === "numeric") {
          if (notation?.kind === "time") return { name, cells: () => column.values, isDate: true };
          const declaration = notation && { declaration: { type, notation } };
          return { name, cells: () => column.values, ...declaration };
        }
        const { levels } = column;
        const cells = () => Array.from({ length: table.rows }, (_, row) => cellText(column, row));
        return { name, cells, declaration: { type, levels, ...(notation && { notation }) } };
      }),
  };
}

function tableOf(shape: Shape, { types, schema, missing, decimal, dates }: TableOptions): Table {
  const options: ReadOptions = checkedReading({
    ...(decimal !== undefined && { decimal }),
    ...(dates !== undefined && { dates }),
    ...(types && { types }),
    ...(schema && { schema }),
    ...(missing !== undefined && { missing }),
  });
  const { columns, what } = shape;
  const own = new Map(
    columns.flatMap(({ name, declaration }) => (declaration ? [[name, declaration] as const] : [])),
  );
  const declarations = declarationsFor(
    columns.map(({ name }) => name),
    options,
    own,
  );
  const read = columns.map((column) => readColumn(what, column, declarations.get(column.name), missing));
  const moments = new Map(
    read.flatMap(({ column, isDate }) => (isDate ? momentsOf(column.name, precisionOf(column)) : [])),
  );
  const made = { file: what, columns: read.map(({ column }) => column), declarations, moments };
  return resultOf(made, options).table;
}

function readColumn(
  what: string,
  shaped: ShapedColumn,
  declaration: Declaration | undefined,
  missing: readonly string[] | undefined,
): { column: Column; isDate: boolean } {
  const { name } = shaped;
  const cells = shaped.cells();
  const found = shaped.isDate ? NUMBERS : kindsIn(cells);
  const builderFor = (declared: Declaration | undefined) => {
    const builder = new ColumnBuilder(name, declared, missing);
    builder.expected = cells.length;
    addCells(what, builder, cells);
    return builder;
  };
  const declared = found.hasText ? gatheredAs(declaration, cells, missing) : declaration;
  let builder = builderFor(declared ?? (found.hasText ? undefined : { type: "numeric" }));
  // The first thousands of cells were numbers, a later one is not.
  if (builder.spoiled) builder = builderFor({ type: "nominal" });
  const column = builder.finish();
  return { column, isDate: column.type === "numeric" && (shaped.isDate === true || found.hasDate) };
}

/** Timestamps that are all at midnight are dates. */
function precisionOf(column: Column): "date" | "date-time" {
  const isDay = (millis: number) => Number.isNaN(millis) || millis % DAY === 0;
  return column.type === "numeric" && column.values.every(isDay) ? "date" : "date-time";
}

const NUMBERS = { hasText: false, hasDate: false };

/** Strings and booleans are read like a file's cells; a column without any is numeric. */
function kindsIn(cells: ArrayLike<unknown>): { hasText: boolean; hasDate: boolean } {
  if (isTyped(cells)) return NUMBERS;
  let hasText = false;
  let hasDate = false;
  for (let row = 0; row < cells.length && !(hasText && hasDate); row++) {
    const cell = cells[row];
    if (typeof cell === "string" || typeof cell === "boolean") hasText = true;
    else if (cell instanceof Date) hasDate = true;
  }
  return { hasText, hasDate };
}

function addCells(what: string, builder: ColumnBuilder, cells: ArrayLike<unknown>): void {
  if (builder.takesNumbers && isTyped(cells) && typeof cells[0] === "number") {
    const numbers = Float64Array.from(cells as ArrayLike<number>);
    if (numbers.every((number) => Number.isFinite(number) || Number.isNaN(number))) {
      builder.addNumbers(numbers);
      return;
    }
  }
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row];
    const value = cell instanceof Date ? cell.getTime() : cell;
    if (
      (typeof value === "object" && value !== null) ||
      typeof value === "function" ||
      typeof value === "symbol"
    ) {
      throw notACell(what, builder.name, row, value);
    }
    const fit = builder.addValue(value as CellValue);
    if (fit !== FITS)
      throw cellError(fit, builder, String(value), { file: what, row: row + 1 }, "DATA_SHAPE");
  }
}

function notACell(what: string, name: string, row: number, value: unknown): CoppiceError {
  const rule = "a number, string, true, false, a date or null";
  const message = `${what}, row ${row + 1}: ${JSON.stringify(name)} must be ${rule}; got ${kindOf(value)}`;
  return new CoppiceError("DATA_SHAPE", message, { name, rule, value: kindOf(value) });
}
