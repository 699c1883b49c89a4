import { CoppiceError } from "../../base/errors.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { Table } from "../../table/table.js";
import type { ArrowLike } from "./arrow.js";
import { columnsShape, isPlain, splitParts } from "./columns.js";
import type { FrameLike } from "./frames.js";
import { flatShape, matrixShape, rowsShape } from "./rows.js";
import {
  hasMethods,
  isList,
  isObject,
  isTyped,
  kindOf,
  noRows,
  type Shape,
  shapeError,
  type TypedArray,
} from "./shape.js";

/** Columns by name. */
export type ColumnsData = Readonly<Record<string, readonly unknown[] | TypedArray>>;

/** Data that any program has. Rows may be objects, Maps or lists of cells; batches are any of the others. */
export type PlainData =
  | readonly object[]
  | readonly (readonly unknown[])[]
  | TypedArray
  | ColumnsData
  | ReadonlyMap<string, readonly unknown[] | TypedArray>
  | { readonly columns: readonly string[]; readonly data: readonly (readonly unknown[])[] }
  | Iterable<object>;

/** Data that is available synchronously. */
export type SyncData = PlainData | ArrowLike | FrameLike;

/** Rows or batches that arrive asynchronously. */
export type AsyncData = AsyncIterable<object>;

/** What is recognised besides rows, columns and matrices. `coppice/predict` does without it, to be small. */
export interface OtherShapes {
  /** The table of another package; undefined if the data is not one. */
  readonly foreign: (data: unknown) => Shape | undefined;
  /** The data itself if it is a table, with the wanted columns too; undefined if it is not one. */
  readonly tableIn?: (data: unknown, wanted: readonly ColumnSchema[]) => Table | undefined;
  /** All rows or batches of asynchronous data, in order of arrival; undefined if the data is not asynchronous. */
  readonly collected?: (data: unknown) => Promise<unknown[]> | undefined;
  /** A list of tables or of lists of rows, joined; undefined if its items are not such. */
  readonly batchesOf?: (list: readonly unknown[], names: readonly string[] | undefined) => Shape | undefined;
  /** Everything that is accepted, for messages. */
  readonly accepted: string;
}

/** The data as columns. `names` are those of a matrix. */
export function shapeOf(data: unknown, others: OtherShapes, names?: readonly string[]): Shape {
  const shape = recognised(data, others, names);
  if (shape === undefined) {
    const found = kindOf(data);
    throw shapeError(`got ${found}; accepted: ${others.accepted}`, { value: found });
  }
  const seen = new Set<string>();
  for (const { name } of shape.columns) {
    if (seen.has(name))
      throw new CoppiceError("COLUMN_DUPLICATE", `duplicate column ${JSON.stringify(name)}`, {
        name,
      });
    seen.add(name);
  }
  return shape;
}

function recognised(
  data: unknown,
  others: OtherShapes,
  names: readonly string[] | undefined,
): Shape | undefined {
  if (isTyped(data)) return flatShape(data, names);
  if (Array.isArray(data)) return listShape(data, others, names);
  if (!isObject(data)) return undefined;
  const table = others.foreign(data);
  if (table) return table;
  if (data instanceof Map) return columnsShape(data);
  if (Symbol.iterator in data) {
    return listShape(Array.from(data as unknown as Iterable<unknown>), others, names);
  }
  if (!isPlain(data)) return undefined;
  const split = splitParts(data);
  return split ? matrixShape(split.rows, split.names) : columnsShape(data);
}

/** A list of rows, or of batches of rows. */
function listShape(
  list: readonly unknown[],
  others: OtherShapes,
  names: readonly string[] | undefined,
): Shape | undefined {
  if (list.length === 0) throw noRows("the list");
  const batches = others.batchesOf?.(list, names);
  if (batches) return batches;
  return isObject(list[0]) || isList(list[0]) ? rowsShape(list, names) : undefined;
}

/** Whether the data is one row, by attribute name: none of its values is a list or a table. */
export function isRow(
  data: unknown,
  others: OtherShapes,
): data is Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown> {
  if (data instanceof Map) return [...data.values()].every(isCell);
  if (!isPlain(data) || others.foreign(data)) return false;
  return Object.values(data).every(isCell);
}

function isCell(value: unknown): boolean {
  return (
    value === null || value instanceof Date || (typeof value !== "object" && typeof value !== "function")
  );
}

export function isAsync(data: unknown): data is AsyncData {
  if (!isObject(data) || !(Symbol.asyncIterator in data) || Symbol.iterator in data) return false;
  // A DuckDB result that has not been read iterates over its own type of chunks.
  return !hasMethods(data, "getColumnsObject");
}

/** All rows or batches, in order of arrival. */
export async function collected(data: AsyncData): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of data) all.push(item);
  return all;
}
