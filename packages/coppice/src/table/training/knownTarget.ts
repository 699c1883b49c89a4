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
  const rows = column.type === "numeric" ? knownNumbers(column.values) : knownCodes(column.codes);
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

function knownNumbers(values: Float64Array): Int32Array {
  const rows = new Int32Array(values.length);
  let known = 0;
  for (let row = 0; row < values.length; row++) if (!Number.isNaN(values[row])) rows[known++] = row;
  return rows.subarray(0, known);
}

function knownCodes(codes: Int32Array): Int32Array {
  const rows = new Int32Array(codes.length);
  let known = 0;
  for (let row = 0; row < codes.length; row++) if (codes[row] >= 0) rows[known++] = row;
  return rows.subarray(0, known);
}
