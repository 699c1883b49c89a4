/** The cells of a column that are not in memory: they are read anew each time that somebody looks at them. */
export interface Elsewhere {
  readonly length: number;
  /** The column of these rows. */
  take(rows: ArrayLike<number>): object;
  /** The cells of the rows from `from` to `to` - 1, in this room, which is as long, if it is given. */
  range(from: number, to: number, into?: Float64Array | Int32Array): Float64Array | Int32Array;
}

const found = new WeakMap<object, Elsewhere>();

/** How to read the cells of a column that are elsewhere; undefined if they are here. */
export function elsewhere(column: object): Elsewhere | undefined {
  return found.get(column);
}

export function keepElsewhere<C extends object>(column: C, cells: Elsewhere): C {
  found.set(column, cells);
  return column;
}
