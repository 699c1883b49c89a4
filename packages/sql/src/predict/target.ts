import { CoppiceError } from "coppice";
import type { Connection } from "../connection/connection.js";
import type { Relation } from "../dialect/relation.js";

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

/** Predictions in the place of the rows that they are of: those rows would be lost. */
export function sameAsSource(into: string): CoppiceError {
  const message = `--into must be another table than the one that is predicted; got ${into} for both`;
  return new CoppiceError("OPTION_CONFLICT", message, {
    name: "--into",
    rule: "another table than the one that is predicted",
    value: into,
  });
}
