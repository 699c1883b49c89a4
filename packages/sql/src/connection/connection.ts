import type { Dialect } from "../dialect/dialect.js";

/** Cells of a column, of some rows. */
export type BatchColumn =
  /** NaN where missing. */
  | { readonly kind: "numbers"; readonly values: Float64Array }
  /** The UTF-8 text of cell i is bytes[starts[i], ends[i]); starts[i] is -1 where it is missing. */
  | {
      readonly kind: "texts";
      readonly bytes: Uint8Array;
      readonly starts: Int32Array;
      readonly ends: Int32Array;
    };

/** Some rows of a result, by columns. */
export interface Batch {
  readonly rows: number;
  readonly columns: readonly BatchColumn[];
}

/**
 * A session with an engine that speaks SQL. Statements run one after another. Results have columns of doubles, of integers
 * that fit a double, and of text; the statement casts everything else.
 */
export interface Connection {
  readonly dialect: Dialect;
  /** Runs a statement that returns nothing. */
  run(statement: string): Promise<void>;
  /** The rows of a query with a small result. */
  rows(query: string): Promise<Batch[]>;
  /**
   * The rows of a query with a result of any size, in its order. A batch is valid until the next is asked for. It ends with an error,
   * never early without one.
   */
  stream(query: string): AsyncIterable<Batch>;
  /** The names and types of the columns of a query, without running it. Types are written as the engine writes them. */
  columnsOf(query: string): Promise<{ readonly name: string; readonly type: string }[]>;
  /** Stops the statement that is running, which then fails. */
  interrupt(): void;
  close(): Promise<void>;
}
