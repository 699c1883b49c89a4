import { mustBe } from "../../base/errors.js";
import { columnOf, type Table, type Warning } from "../table.js";
import { zeroWeightWarning } from "./rowWarnings.js";

/** Each row's weight; undefined if every row has weight 1. */
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

/** Rows of weight 0 are not learned from, which the user may not know. */
export function weightWarnings(weights: Float64Array | undefined): Warning[] {
  const none = weights?.reduce((count, weight) => count + (weight === 0 ? 1 : 0), 0) ?? 0;
  return none === 0 ? [] : [zeroWeightWarning(none)];
}
