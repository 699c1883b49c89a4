import { mustBe } from "../../base/errors.js";
import { columnOf, type Table, type Warning } from "../table.js";

/** Each row's weight, or nothing when every row weighs 1. */
export function weightsOf({
  table,
  weight,
}: {
  readonly table: Table;
  readonly weight?: string | undefined;
}): Float64Array | undefined {
  if (weight === undefined) return undefined;
  const column = columnOf(table, weight);
  if (column.type !== "numeric") {
    throw mustBe("COLUMN_TYPE", `the weight column ${JSON.stringify(weight)}`, "numeric", column.type);
  }
  column.values.forEach((value, row) => {
    if (value >= 0 && Number.isFinite(value)) return;
    throw mustBe("WEIGHT_INVALID", `the weight of row ${row + 1}`, "a finite non-negative number", value);
  });
  return column.values;
}

/** Rows that weigh nothing are not learned from; whoever gave the weights may not know it. */
export function weightWarnings(weights: Float64Array | undefined): Warning[] {
  const none = weights?.reduce((count, weight) => count + (weight === 0 ? 1 : 0), 0) ?? 0;
  if (none === 0) return [];
  const what = none === 1 ? "1 row weighs 0 and counts" : `${none} rows weigh 0 and count`;
  return [{ code: "ZERO_WEIGHT_ROWS", message: `${what} for nothing` }];
}
