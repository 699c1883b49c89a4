import type { Column } from "../../table/column.js";
import { elsewhere, keepElsewhere } from "../../table/elsewhere.js";

/** Cells that are read when they are asked for. */
export interface StoredCells {
  readonly length: number;
  all(): Float64Array | Int32Array;
  /** The cells of these rows. */
  take(rows: ArrayLike<number>): Float64Array | Int32Array;
  /** The cells of the rows from `from` to `to` - 1, in this room, which is as long, if it is given. */
  range(from: number, to: number, into?: Float64Array | Int32Array): Float64Array | Int32Array;
}

/** A column without its cells. */
type Head = Pick<Column, "name" | "type">;

/** Of more rows, the cells stay where they are. */
const FEW_ROWS = 1 << 16;

/** A column like this one with these cells. */
export function storedColumn(column: Head, cells: StoredCells): Column {
  const made = withCells(column, { get: () => cells.all(), enumerable: true });
  return keepElsewhere(made, {
    length: cells.length,
    range: (from, to, into) => cells.range(from, to, into),
    take: (rows) =>
      rows.length > FEW_ROWS
        ? storedColumn(column, someOf(cells, rows))
        : withCells(column, { value: cells.take(rows), enumerable: true }),
  });
}

function withCells(column: Head, cells: PropertyDescriptor): Column {
  const name = column.type === "numeric" ? "values" : "codes";
  return Object.defineProperty({ ...column }, name, cells) as Column;
}

function someOf(cells: StoredCells, rows: ArrayLike<number>): StoredCells {
  return {
    length: rows.length,
    all: () => cells.take(rows),
    take: (wanted) => cells.take(Int32Array.from(wanted, (row) => rows[row])),
    range(from, to, into) {
      const found = cells.take(Int32Array.from({ length: to - from }, (_, i) => rows[from + i]));
      into?.set(found);
      return into ?? found;
    },
  };
}

/** The column with its cells in memory. */
export function fetched(column: Column): Column {
  return elsewhere(column) ? { ...column } : column;
}
