import { CoppiceError } from "../../base/errors.js";
import { columnOf, selectRows, type Table, type Warning } from "../table.js";

export interface KnownTarget {
  readonly table: Table;
  /** Where each row of `table` stood in the table given, ascending. */
  readonly rows: Int32Array;
  readonly warnings: readonly Warning[];
}

/** The rows whose target is known. The others can be used neither for learning nor for testing. */
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
  const lost = table.rows - rows.length;
  const what = lost === 1 ? "1 row has no value and is" : `${lost} rows have no value and are`;
  return {
    table: selectRows(table, rows),
    rows,
    warnings: [
      {
        code: "TARGET_MISSING_ROWS",
        column: target,
        message: `target ${JSON.stringify(target)}: ${what} left out`,
      },
    ],
  };
}
