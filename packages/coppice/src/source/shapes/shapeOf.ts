import { CoppiceError } from "../../base/errors.js";
import { type ArrowLike, arrowShape, isArrow } from "./arrow.js";
import { columnsShape, isPlain, splitParts } from "./columns.js";
import { type FrameLike, frameShape } from "./frames.js";
import { joinShapes } from "./join.js";
import { flatShape, matrixShape, rowsShape } from "./rows.js";
import {
  hasMethods,
  isList,
  isObject,
  isTyped,
  noRows,
  type Shape,
  type TypedArray,
  unrecognised,
} from "./shape.js";

/** Columns by name. */
export type ColumnsData = Readonly<Record<string, readonly unknown[] | TypedArray>>;

/** Data that is available synchronously. Rows may be objects, Maps or lists of cells; batches are any of the others. */
export type SyncData =
  | readonly object[]
  | readonly (readonly unknown[])[]
  | TypedArray
  | ColumnsData
  | ReadonlyMap<string, readonly unknown[] | TypedArray>
  | ArrowLike
  | FrameLike
  | { readonly columns: readonly string[]; readonly data: readonly (readonly unknown[])[] }
  | Iterable<object>;

/** Rows or batches that arrive asynchronously. */
export type AsyncData = AsyncIterable<object>;

/** The data as columns. `names` are those of a matrix. */
export function shapeOf(data: unknown, names?: readonly string[]): Shape {
  const shape = recognised(data, names);
  if (shape === undefined) throw unrecognised(data);
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

function recognised(data: unknown, names: readonly string[] | undefined): Shape | undefined {
  if (isTyped(data)) return flatShape(data, names);
  if (Array.isArray(data)) return listShape(data, names);
  if (!isObject(data)) return undefined;
  if (isArrow(data)) return arrowShape(data);
  const frame = frameShape(data);
  if (frame) return frame;
  if (data instanceof Map) return columnsShape(data);
  if (Symbol.iterator in data) {
    return listShape(Array.from(data as unknown as Iterable<unknown>), names);
  }
  if (!isPlain(data)) return undefined;
  const split = splitParts(data);
  return split ? matrixShape(split.rows, split.names) : columnsShape(data);
}

/** A list of rows, or of batches of rows. */
function listShape(list: readonly unknown[], names: readonly string[] | undefined): Shape | undefined {
  if (list.length === 0) throw noRows("the list");
  if (isBatch(list[0])) return joinShapes(list.map((batch) => shapeOf(batch, names)));
  return isObject(list[0]) || isList(list[0]) ? rowsShape(list, names) : undefined;
}

function isBatch(item: unknown): boolean {
  if (isArrow(item)) return true;
  // A row given as a list contains cells; a batch contains rows.
  if (Array.isArray(item))
    return item.length > 0 && (isObject(item[0]) || isList(item[0])) && !(item[0] instanceof Date);
  if (!isObject(item)) return false;
  if (item instanceof Map) return false;
  if (frameShape(item) !== undefined) return true;
  const values = isPlain(item) ? Object.values(item) : [];
  return values.length > 0 && values.every(isList);
}

/** Whether the data is one row, by attribute name: none of its values is a list or a table. */
export function isRow(
  data: unknown,
): data is Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown> {
  if (data instanceof Map) return [...data.values()].every(isCell);
  if (!isPlain(data) || isArrow(data) || frameShape(data) !== undefined) return false;
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
