import { CoppiceError } from "../../base/errors.js";
import { columnOf, selectRows, type Table, type Warning } from "../table.js";
import { targetMissingWarning } from "./rowWarnings.js";

export interface KnownTarget {
  readonly table: Table;
  /** The index of each row of `table` in the given table, ascending. */
  readonly rows: Int32Array;
  readonly warnings: readonly Warning[];
}

/** The rows whose target is known: the others can be used neither for learning nor for evaluation. */
export function knownTarget(table: Table, target: string): KnownTarget {
  const column = columnOf(table, target);
  const isKnown =
    column.type === "numeric"
      ? (row: number) => !Number.isNaN(column.values[row])
      : (row: number) => column.codes[row] >= 0;
  const rows = Int32Array.from({ length: table.rows }, (_, row) => row).filter(isKnown);
  if (rows.length === table.rows && rows.length > 0) return { table, rows, warnings: [] };
  if (rows.length === 0) {
    throw new CoppiceError("TARGET_EMPTY", `the target ${JSON.stringify(target)} has no value in any row`, {
      name: target,
    });
  }
  return {
    table: selectRows(table, rows),
    rows,
    warnings: [targetMissingWarning(target, table.rows - rows.length)],
  };
}
