import { CoppiceError, show } from "../../base/errors.js";
import type { Declaration } from "../../table/builder.js";

/** A program's data as columns, whatever its type. */
export interface Shape {
  /** What was given, for messages: "rows", "an Arrow table". */
  readonly what: string;
  readonly rows: number;
  /** Names are distinct. */
  readonly columns: readonly ShapedColumn[];
}

export interface ShapedColumn {
  readonly name: string;
  /** One cell per row, extracted on demand. */
  readonly cells: () => ArrayLike<unknown>;
  /** What the data declares about the column. */
  readonly declaration?: Declaration;
  /** The cells are dates, as milliseconds since 1970. */
  readonly isDate?: boolean;
}

export function shapeError(found: string, facts: { name?: string; value?: unknown } = {}): CoppiceError {
  return new CoppiceError("DATA_SHAPE", `cannot make a table from this data: ${found}`, facts);
}

export function noRows(what: string): CoppiceError {
  return new CoppiceError("TABLE_NO_ROWS", `there are no rows in ${what}`, { name: what });
}

export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${pluralOf(value[0])}`;
  if (typeof value === "string") return "a string";
  if (typeof value !== "object") return `a ${typeof value}`;
  const { name } = value.constructor ?? {};
  if (name && name !== "Object") return `a ${name}`;
  const keys = Object.keys(value).slice(0, 5).map(show);
  return keys.length === 0 ? "an empty object" : `an object with ${keys.join(", ")}`;
}

function pluralOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? "lists" : `${typeof value}s`;
}

export type TypedArray =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;

export function isTyped(value: unknown): value is TypedArray {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

export function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || isTyped(value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !isList(value);
}

/** An object that has all these methods. */
export function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => typeof value[name] === "function");
}
