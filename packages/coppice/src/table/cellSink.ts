import type { Column, NominalColumn } from "./column.js";

/** Where the cells of a table go that is read but not kept in memory: a column of cells for each name. */
export interface CellStore {
  /** A new column of this name; an old one is forgotten. */
  column(name: string): CellSink;
  /** Bytes that reading may take, and the folder for what does not fit; absent: as many as it likes. */
  readonly limits?: { readonly memory: number; readonly scratch?: string | undefined };
}

/** The cells of one column, in their order. Arrays are valid during the call alone. */
export interface CellSink {
  /** How many cells are kept before they come here, at least. */
  readonly least?: number;
  /** Entries of a dictionary, -1 where missing. */
  addEntries(entries: Int32Array): void;
  addNumbers(numbers: Float64Array): void;
  /** From now on there are numbers; those of the entries so far are `numbers[entry]`. */
  nowNumbers(numbers: Float64Array): void;
  /** The column of all numbers. */
  numeric(name: string): Column;
  /** The column of all entries, as codes; an entry without a code has its own. */
  nominal(column: Omit<NominalColumn, "codes">, codeOf?: Int32Array): Column;
}
