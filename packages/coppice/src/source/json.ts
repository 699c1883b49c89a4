import { CoppiceError, show } from "../base/errors.js";
import { type CellValue, ColumnBuilder, type Declaration, FITS } from "../table/builder.js";
import { cellError, errorAt } from "../table/cellError.js";
import type { Column } from "../table/column.js";
import { COLUMN_TYPES, declarationsFor, parseSchema } from "../table/declare.js";
import { MISSING_MARKERS } from "../table/schema.js";
import { decodeUtf8 } from "../table/utf8.js";
import { allBytes, type ByteSource } from "./bytes.js";
import { chunksOf, emptyFile, type ReadOptions, type ReadResult } from "./options.js";
import { gatheredAs, resultOf } from "./result.js";

/** Columns by name, in order of first appearance. */
type Cells = Map<string, unknown[]>;

/**
 * A table as JSON: a list of row objects, an object of column lists, or `{columns: [{name, type?, levels?, values}]}`.
 * A column is numeric if all its values that are not missing are JSON numbers: "5" in quotes is a string.
 */
export async function readJson(source: ByteSource, options: ReadOptions): Promise<ReadResult> {
  const file = source.name;
  const json = parseJson(file, await allBytes(chunksOf(source, options)));
  const own = new Map<string, Declaration>();
  const cells = cellsOf(file, json, own);
  if (cells.size === 0)
    throw new CoppiceError("TABLE_NO_ROWS", `${file} has no columns and no rows`, { name: file });
  const declarations = declarationsFor([...cells.keys()], options, own);
  const missing = options.missing ?? MISSING_MARKERS;
  const columns = [...cells].map(([name, values]) =>
    columnOf(file, name, values, declarations.get(name), missing),
  );
  return resultOf({ file, columns, declarations, typed: true }, options);
}

function parseJson(file: string, bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes)?.replace(/^\ufeff/, "");
  if (text === undefined)
    throw new CoppiceError("JSON_SYNTAX", `${file} is not valid UTF-8 text`, {
      name: file,
      rule: "UTF-8 text",
    });
  if (text.trim() === "") throw emptyFile(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = (error as Error).message;
    const position = /position (\d+)/.exec(reason)?.[1];
    const line = position === undefined ? {} : { line: text.slice(0, Number(position)).split("\n").length };
    throw errorAt("JSON_SYNTAX", { file, ...line }, reason);
  }
}

function cellsOf(file: string, json: unknown, own: Map<string, Declaration>): Cells {
  if (Array.isArray(json)) return fromRows(file, json);
  if (!isObject(json)) throw form(file, json);
  const columns = Object.hasOwn(json, "columns") ? json.columns : undefined;
  const described = (column: unknown) => isObject(column) && Object.hasOwn(column, "values");
  if (Array.isArray(columns) && columns.length > 0 && columns.every(described)) {
    return fromDescribed(file, columns as Record<string, unknown>[], own);
  }
  return equalLengths(
    file,
    new Map(Object.entries(json).map(([name, values]) => [name, listOf(file, name, values)])),
  );
}

function fromRows(file: string, rows: readonly unknown[]): Cells {
  const cells: Cells = new Map();
  rows.forEach((row, i) => {
    if (!isObject(row))
      throw errorAt("JSON_SYNTAX", { file, row: i + 1 }, `expected an object, found ${kind(row)}`);
    for (const [name, value] of Object.entries(row)) {
      let column = cells.get(name);
      if (!column) {
        column = new Array(rows.length).fill(null);
        cells.set(name, column);
      }
      column[i] = value;
    }
  });
  return cells;
}

function fromDescribed(
  file: string,
  columns: Record<string, unknown>[],
  own: Map<string, Declaration>,
): Cells {
  const cells: Cells = new Map();
  for (const { name, type, levels, values } of columns) {
    if (typeof name !== "string") {
      throw new CoppiceError("JSON_SYNTAX", `${file}: a column's name must be a string; got ${kind(name)}`, {
        name: file,
      });
    }
    if (cells.has(name)) {
      throw new CoppiceError("COLUMN_DUPLICATE", `${file}: duplicate column ${show(name)}`, { name });
    }
    cells.set(name, listOf(file, name, values));
    if (type === undefined && levels === undefined) continue;
    const declared = parseSchema({ columns: [{ name, type: type ?? COLUMN_TYPES[1], levels }] }).columns[0];
    own.set(name, declared);
  }
  return equalLengths(file, cells);
}

function listOf(file: string, name: string, values: unknown): unknown[] {
  if (Array.isArray(values)) return values;
  const message = `${file}, column ${show(name)}: expected a list of values, found ${kind(values)}`;
  throw new CoppiceError("JSON_SYNTAX", message, { name });
}

function equalLengths(file: string, cells: Cells): Cells {
  const [first] = cells;
  for (const [name, values] of cells) {
    if (values.length === first[1].length) continue;
    const message = `${file}: the column ${show(name)} has ${values.length} values, but ${show(first[0])} has ${first[1].length}`;
    throw new CoppiceError("JSON_SYNTAX", message, { name });
  }
  return cells;
}

function columnOf(
  file: string,
  name: string,
  values: readonly unknown[],
  declaration: Declaration | undefined,
  missing: readonly string[],
): Column {
  const markers = new Set(["", ...missing]);
  const text = (value: unknown) =>
    typeof value === "string" ? !markers.has(value) : typeof value === "boolean";
  const inferred: Declaration = { type: values.some(text) ? "nominal" : "numeric" };
  // Numbers written as text are recognised once all cells are read.
  const declared = values.some(text) ? gatheredAs(declaration, values, missing) : declaration;
  const builder = new ColumnBuilder(name, declared ?? inferred, missing);
  values.forEach((value, i) => {
    const place = { file, row: i + 1 };
    if (typeof value === "object" && value !== null) {
      const message = `expected a number, string, true, false or null for ${show(name)}, found ${kind(value)}`;
      throw errorAt("JSON_SYNTAX", place, message, { name });
    }
    const fit = builder.addValue(value as CellValue);
    if (fit !== FITS) throw cellError(fit, builder, String(value), place, "JSON_SYNTAX");
  });
  return builder.finish();
}

function form(file: string, json: unknown): CoppiceError {
  const rule = "a list of row objects, an object of column lists, or an object with a list of columns";
  return new CoppiceError("JSON_SYNTAX", `${file} must hold ${rule}; it holds ${kind(json)}`, {
    name: file,
    rule,
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kind(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
