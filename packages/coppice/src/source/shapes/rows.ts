import {
  isList,
  isObject,
  kindOf,
  noRows,
  type Shape,
  type ShapedColumn,
  shapeError,
  type TypedArray,
} from "./shape.js";

/** Rows as objects, Maps, or lists of cells, which need names; all of one kind. */
export function rowsShape(rows: readonly unknown[], names: readonly string[] | undefined): Shape {
  if (rows.length === 0) throw noRows("the list");
  const kind = rowKind(rows[0]);
  if (kind === undefined) throw shapeError(`row 1 is ${kindOf(rows[0])}`);
  rows.forEach((row, i) => {
    const other = rowKind(row);
    if (other !== kind) throw shapeError(`row ${i + 1} is ${other ?? kindOf(row)}, but row 1 is ${kind}`);
  });
  if (kind === "a list") return matrixShape(rows as readonly ArrayLike<unknown>[], names);
  const columns = namedColumns(rows as readonly Named[]);
  if (columns.length === 0) throw shapeError("the rows have no cells");
  return { what: "the rows", rows: rows.length, columns };
}

/** Cells by name. */
type Named = Readonly<Record<string, unknown>> | ReadonlyMap<unknown, unknown>;

function rowKind(row: unknown): "a list" | "a Map" | "an object" | undefined {
  if (isList(row)) return "a list";
  if (row instanceof Map) return "a Map";
  return isObject(row) && !(row instanceof Date) ? "an object" : undefined;
}

/** The union of the rows' keys, in order of first appearance. */
function namedColumns(rows: readonly Named[]): ShapedColumn[] {
  const names = new Set<unknown>();
  for (const row of rows) for (const name of keysOf(row)) names.add(name);
  return Array.from(names, (name) => {
    if (typeof name !== "string")
      throw shapeError(`a row has the key ${String(name)}, which is not a string`);
    return { name, cells: () => rows.map((row) => cellIn(row, name)) };
  });
}

export function keysOf(row: Named): Iterable<unknown> {
  return row instanceof Map ? row.keys() : Object.keys(row);
}

export function hasCell(row: Named, name: string): boolean {
  return row instanceof Map ? row.has(name) : Object.hasOwn(row, name);
}

/** A column may be called toString, which every object has. */
export function cellIn(row: Named, name: string): unknown {
  if (row instanceof Map) return row.get(name);
  return hasCell(row, name) ? (row as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Lists of cells, one per row. */
export function matrixShape(
  rows: readonly ArrayLike<unknown>[],
  names: readonly string[] | undefined,
): Shape {
  if (rows.length === 0) throw noRows("the matrix");
  const width = rows[0].length;
  checkNames(names, width);
  rows.forEach((row, i) => {
    if (row.length !== width)
      throw shapeError(`row ${i + 1} has ${row.length} cells, but row 1 has ${width}`);
  });
  const columns = names.map((name, c) => ({ name, cells: () => rows.map((row) => row[c]) }));
  return { what: "the matrix", rows: rows.length, columns };
}

/** A matrix in one typed array, row after row. */
export function flatShape(cells: TypedArray, names: readonly string[] | undefined): Shape {
  const width = names?.length ?? 0;
  checkNames(names, width);
  if (width === 0 || cells.length % width !== 0)
    throw shapeError(`a matrix of ${cells.length} numbers cannot be divided into rows of ${width} columns`);
  const rows = Array.from({ length: cells.length / width }, (_, row) =>
    cells.subarray(row * width, (row + 1) * width),
  );
  return matrixShape(rows, names);
}

function checkNames(names: readonly string[] | undefined, width: number): asserts names is readonly string[] {
  if (names === undefined) {
    throw shapeError('a matrix needs the names of its columns: add columns: ["…", …]', { name: "columns" });
  }
  if (names.length !== width)
    throw shapeError(`the matrix has ${width} columns, but columns has ${names.length} names`, {
      name: "columns",
    });
}
