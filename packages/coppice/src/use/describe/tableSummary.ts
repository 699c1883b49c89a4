import { columnOf, type Table } from "../../table/table.js";
import { describeColumn, type NumericDescription } from "./describeColumn.js";
import { type ClassTarget, describeTarget } from "./describeTarget.js";

/** A few figures about the training table. */
export interface TableSummary {
  readonly rows: number;
  readonly numeric: number;
  readonly nominal: number;
  /** Number of missing attribute values. */
  readonly missing: number;
  readonly missingShare: number;
  readonly target: ClassTarget | NumericDescription;
}

export function summariseTable(
  table: Table,
  { target, attributes }: { readonly target: string; readonly attributes: readonly string[] },
): TableSummary {
  const columns = attributes.map((name) => columnOf(table, name));
  const missing = columns.reduce(
    (sum, column) =>
      sum +
      (column.type === "numeric"
        ? column.values.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0)
        : column.codes.reduce((count, code) => count + (code < 0 ? 1 : 0), 0)),
    0,
  );
  const numeric = columns.filter(({ type }) => type === "numeric").length;
  const cells = table.rows * columns.length;
  const column = columnOf(table, target);
  return {
    rows: table.rows,
    numeric,
    nominal: columns.length - numeric,
    missing,
    missingShare: cells === 0 ? 0 : missing / cells,
    target: (column.type === "numeric"
      ? describeColumn(column)
      : describeTarget(column)) as TableSummary["target"],
  };
}
