import type { Column } from "../table/column.js";
import { takeRows } from "../table/column.js";

/** Where the rows of a column were taken from. */
export interface Origin {
  readonly whole: Column;
  /** By row of the part: its row in the whole. The columns of one part share this array. */
  readonly rows: ArrayLike<number>;
}

const origins = new WeakMap<Column, Origin>();

/**
 * Some rows of a column. They are gathered when they are first read: an engine that knows the whole column, and so shares
 * its codes between the parts of a table (folds, bootstrap samples, reweighted rows), never reads them.
 */
export function partOf<C extends Column>(column: C, rows: ArrayLike<number>): C {
  const name = column.type === "numeric" ? "values" : "codes";
  let cells: unknown;
  const part = Object.defineProperty({ ...column }, name, {
    enumerable: true,
    configurable: true,
    get() {
      cells ??= (takeRows(column, rows) as unknown as Record<string, unknown>)[name];
      return cells;
    },
  });
  origins.set(part, { whole: column, rows });
  return part;
}

/** The whole columns and the rows of which these are parts; undefined if they are not all parts of one table. */
export function originOf(
  columns: readonly Column[],
): { readonly wholes: readonly Column[]; readonly rows: ArrayLike<number> } | undefined {
  const rows = columns.length > 0 ? origins.get(columns[0])?.rows : undefined;
  if (rows === undefined) return undefined;
  const wholes: Column[] = [];
  for (const column of columns) {
    const origin = origins.get(column);
    if (origin?.rows !== rows) return undefined;
    wholes.push(origin.whole);
  }
  return { wholes, rows };
}
