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
  const columns = kind === "a Map" ? mapColumns(rows as Maps) : objectColumns(rows as Objects);
  if (columns.length === 0) throw shapeError("the rows have no cells");
  return { what: "the rows", rows: rows.length, columns };
}

type Maps = readonly ReadonlyMap<unknown, unknown>[];
type Objects = readonly Readonly<Record<string, unknown>>[];

function rowKind(row: unknown): "a list" | "a Map" | "an object" | undefined {
  if (isList(row)) return "a list";
  if (row instanceof Map) return "a Map";
  return isObject(row) && !(row instanceof Date) ? "an object" : undefined;
}

/** The union of the rows' keys, in order of first appearance. */
function objectColumns(rows: Objects): ShapedColumn[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return Array.from(names, (name) => ({
    name,
    cells: () => rows.map((row) => (Object.hasOwn(row, name) ? row[name] : undefined)),
  }));
}

function mapColumns(rows: Maps): ShapedColumn[] {
  const names = new Set<unknown>();
  for (const row of rows) for (const name of row.keys()) names.add(name);
  return Array.from(names, (name) => {
    if (typeof name !== "string")
      throw shapeError(`a row has the key ${String(name)}, which is not a string`);
    return { name, cells: () => rows.map((row) => row.get(name)) };
  });
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
