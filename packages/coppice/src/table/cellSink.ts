import type { Column } from "./column.js";

/** Where the cells of a table go that is read but not kept in memory: a column of cells for each name. */
export interface CellStore {
  /** A new column of this name; an old one is forgotten. */
  column(name: string): CellSink;
}

/** The cells of one column, in their order. Arrays are valid during the call alone. */
export interface CellSink {
  /** Entries of a dictionary, -1 where missing. */
  addEntries(entries: Int32Array): void;
  addNumbers(numbers: Float64Array): void;
  /** From now on there are numbers; those of the entries so far are `numbers[entry]`. */
  nowNumbers(numbers: Float64Array): void;
  /** All numbers, read when they are asked for. */
  values(): StoredCells<Float64Array>;
  /** All entries, as codes. */
  codes(codeOf: Int32Array): StoredCells<Int32Array>;
}

/** Cells that are read when they are asked for. */
export interface StoredCells<A> {
  readonly length: number;
  all(): A;
  /** The cells of these rows. */
  take(rows: ArrayLike<number>): A;
}

const stored = new WeakMap<Column, StoredCells<Float64Array | Int32Array>>();

/** A column whose cells are elsewhere: they are read anew each time that somebody looks at them. */
export function storedColumn<C extends Column>(
  column: Omit<C, "values" | "codes">,
  cells: StoredCells<Float64Array | Int32Array>,
): C {
  const name = (column as { type: string }).type === "numeric" ? "values" : "codes";
  const made = Object.defineProperty({ ...column }, name, {
    get: () => cells.all(),
    enumerable: true,
  }) as unknown as C;
  stored.set(made, cells);
  return made;
}

/** How to read the cells of a column that is elsewhere; undefined if they are here. */
export function storedCells(column: Column): StoredCells<Float64Array | Int32Array> | undefined {
  return stored.get(column);
}

/** Such a column with these cells in the place of its own, which are not read. */
export function withCells<C extends Column>(column: C, cells: Float64Array | Int32Array): C {
  const name = column.type === "numeric" ? "values" : "codes";
  const value = { value: cells, enumerable: true };
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(column), [name]: value }) as C;
}

/** Some rows of such a column: their cells stay where they are. */
export function storedRows<C extends Column>(
  column: C,
  cells: StoredCells<Float64Array | Int32Array>,
  rows: ArrayLike<number>,
): C {
  const some: StoredCells<Float64Array | Int32Array> = {
    length: rows.length,
    all: () => cells.take(rows),
    take: (wanted) => cells.take(Array.from(wanted, (row) => rows[row])),
  };
  const name = column.type === "numeric" ? "values" : "codes";
  const getter = { get: () => some.all(), enumerable: true };
  const made = Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(column), [name]: getter },
  ) as C;
  stored.set(made, some);
  return made;
}
