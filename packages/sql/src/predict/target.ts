import { CoppiceError } from "coppice";
import type { Connection } from "../connection/connection.js";
import type { Relation } from "../dialect/relation.js";

/** The column after the key. */
export const PREDICTION = "prediction";

/** Rows to read and a table to write, in one session. */
export interface OpenedTarget {
  readonly connection: Connection;
  readonly relation: Relation;
  /** Creates the table with the rows of a query; returns their number. Either the whole table is written or none. */
  write(query: string): Promise<number>;
  close(): Promise<void>;
}

export interface TargetOptions {
  /** A query whose rows are predicted, in place of a table. */
  readonly query?: string;
  readonly threads?: number;
  readonly memory?: number;
  readonly scratch?: string;
  /** The target's address as it was given. */
  readonly into: string;
  readonly replace: boolean;
}

export function tableExists(into: string): CoppiceError {
  const message = `${into} is there already: give --force to replace it`;
  return new CoppiceError("FILE_WRITE", message, { name: "--into", rule: "a new table", value: into });
}

/**
 * Only predictions are replaced: which tables and files a query reads is not known, and the rows that are predicted must not be lost.
 * `columns` are those of what is there, or undefined if it cannot be read.
 */
export function checkReplaced(columns: readonly { readonly name: string }[] | undefined, into: string): void {
  const [, prediction, ...shares] = columns?.map(({ name }) => name) ?? [];
  if (prediction === PREDICTION && shares.every((name) => /^p\(.*\)$/s.test(name))) return;
  const message = `${into} holds something else than a key and predictions, and is not replaced`;
  throw new CoppiceError("FILE_WRITE", message, {
    name: "--into",
    rule: "a table of predictions, or none",
    value: columns?.slice(0, 50).map(({ name }) => name),
  });
}

/** Predictions in the place of the rows that they are of: those rows would be lost. */
export function sameAsSource(into: string): CoppiceError {
  const message = `--into must be another table than the one that is predicted; got ${into} for both`;
  return new CoppiceError("OPTION_CONFLICT", message, {
    name: "--into",
    rule: "another table than the one that is predicted",
    value: into,
  });
}
