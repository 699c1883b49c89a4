import { isList, isObject, kindOf, noRows, type Shape, shapeError } from "./shape.js";

/** An object or Map of lists, one per column; undefined if no value is a list. */
export function columnsShape(
  data: Readonly<Record<string, unknown>> | ReadonlyMap<unknown, unknown>,
): Shape | undefined {
  const entries = data instanceof Map ? [...data] : Object.entries(data);
  if (entries.length === 0 || !entries.some(([, cells]) => isList(cells))) return undefined;
  const columns = entries.map(([name, cells]) => {
    if (typeof name !== "string") throw shapeError(`a column's name is ${kindOf(name)}, not a string`);
    if (!isList(cells))
      throw shapeError(`the column ${JSON.stringify(name)} is ${kindOf(cells)}, but others are lists`, {
        name,
      });
    return { name, length: cells.length, cells: () => cells };
  });
  return equalLengths("the columns", columns);
}

/** Throws if one column is longer than another. */
export function equalLengths(
  what: string,
  columns: readonly (Shape["columns"][number] & { readonly length: number })[],
): Shape {
  if (columns.length === 0) throw shapeError(`${what} has no columns`);
  const [first] = columns;
  for (const { name, length } of columns) {
    if (length === first.length) continue;
    const long = `the column ${JSON.stringify(name)} has ${length} cells`;
    throw shapeError(`${long}, but ${JSON.stringify(first.name)} has ${first.length}`, { name });
  }
  if (first.length === 0) throw noRows(what);
  return { what, rows: first.length, columns };
}

/** `{columns: ["a", "b"], data: [[1, 2], …]}`, as pandas writes it with orient="split". */
export function splitParts(
  data: Readonly<Record<string, unknown>>,
): { names: readonly string[]; rows: readonly ArrayLike<unknown>[] } | undefined {
  const { columns, data: rows } = data;
  if (!Array.isArray(columns) || !columns.every((name) => typeof name === "string")) return undefined;
  return Array.isArray(rows) && rows.length > 0 && rows.every(isList) ? { names: columns, rows } : undefined;
}

export function isPlain(data: unknown): data is Record<string, unknown> {
  return isObject(data) && !(Symbol.iterator in data) && !(Symbol.asyncIterator in data);
}
