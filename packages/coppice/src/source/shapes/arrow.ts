import { CoppiceError } from "../../base/errors.js";
import { equalLengths } from "./columns.js";
import { hasMethods, isObject, isTyped, type Shape, type ShapedColumn } from "./shape.js";

/** What Arrow tables and record batches have in common, whichever package made them. */
export interface ArrowLike {
  readonly numRows: number;
  readonly schema: { readonly fields: readonly { readonly name: string; readonly type: unknown }[] };
  getChild(name: string): unknown;
}

export function isArrow(data: unknown): data is ArrowLike {
  if (!hasMethods(data, "getChild")) return false;
  const { numRows, schema } = data as Partial<ArrowLike>;
  return typeof numRows === "number" && Array.isArray(schema?.fields);
}

/** A column: `get` in apache-arrow, `at` in Flechette. */
interface Vector {
  readonly length: number;
  readonly nullCount?: number;
  readonly data?: readonly { readonly dictionary?: unknown }[];
  get?(index: number): unknown;
  at?(index: number): unknown;
  toArray?(): unknown;
}

/** The Arrow format's type numbers; both packages use them. */
const TYPE = { dictionary: -1, int: 2, float: 3, decimal: 7, date: 8, timestamp: 10 } as const;
/** The supported types: null, numbers, strings, booleans, dates. */
const SUPPORTED: ReadonlySet<number> = new Set([-1, 1, 2, 3, 5, 6, 7, 8, 10, 20, 24]);

interface ArrowType {
  readonly typeId: number;
  readonly scale?: number;
  readonly dictionary?: ArrowType;
  readonly isOrdered?: boolean;
  readonly ordered?: boolean;
}

export function arrowShape(table: ArrowLike): Shape {
  const columns = table.schema.fields.map(({ name, type }) => ({
    ...columnOf(name, type as ArrowType, table.getChild(name) as Vector),
    length: table.numRows,
  }));
  return equalLengths("the Arrow table", columns);
}

function columnOf(name: string, type: ArrowType, vector: Vector): ShapedColumn {
  const stored = type.typeId === TYPE.dictionary ? (type.dictionary ?? type) : type;
  if (!SUPPORTED.has(stored.typeId)) {
    const message = `the column ${JSON.stringify(name)} has the unsupported type ${String(type)}`;
    throw new CoppiceError("COLUMN_TYPE", message, { name, value: String(type) });
  }
  const isOrdered = type.typeId === TYPE.dictionary && (type.isOrdered === true || type.ordered === true);
  const levels = isOrdered ? levelsOf(vector) : undefined;
  return {
    name,
    cells: () => cellsOf(vector, stored),
    ...(levels && { declaration: { type: "ordered", levels } }),
    ...((stored.typeId === TYPE.date || stored.typeId === TYPE.timestamp) && { isDate: true }),
  };
}

function cellsOf(vector: Vector, { typeId, scale = 0 }: ArrowType): ArrayLike<unknown> {
  if ((typeId === TYPE.int || typeId === TYPE.float) && vector.nullCount === 0) {
    const numbers = vector.toArray?.();
    // Half floats are returned as bits.
    if (
      isTyped(numbers) &&
      numbers.length === vector.length &&
      !(typeId === TYPE.float && numbers instanceof Uint16Array)
    )
      return numbers;
  }
  const read = readerOf(vector);
  const cells = Array.from({ length: vector.length }, (_, row) => read(row));
  return typeId === TYPE.decimal ? cells.map((cell) => decimalOf(cell, scale)) : cells;
}

function readerOf(vector: Vector): (row: number) => unknown {
  return vector.get ? (row) => vector.get!(row) : (row) => vector.at!(row);
}

/** apache-arrow returns the words of a decimal, least significant first; Flechette returns the number. */
function decimalOf(cell: unknown, scale: number): unknown {
  if (!(cell instanceof Uint32Array)) return cell;
  let whole = 0n;
  for (let word = cell.length - 1; word >= 0; word--) whole = (whole << 32n) | BigInt(cell[word]);
  return Number(BigInt.asIntN(32 * cell.length, whole)) / 10 ** scale;
}

/** Later batches may extend the dictionary: the last one is complete. */
function levelsOf(vector: Vector): string[] | undefined {
  const dictionary = vector.data?.at(-1)?.dictionary;
  if (!isObject(dictionary)) return undefined;
  const values = dictionary as unknown as Vector;
  const read = readerOf(values);
  return Array.from({ length: values.length }, (_, code) => String(read(code)));
}
