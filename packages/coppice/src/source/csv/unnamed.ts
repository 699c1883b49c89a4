import { show } from "../../base/errors.js";
import type { Column } from "../../table/column.js";
import type { Warning } from "../../table/table.js";

/** Columns without a name: empty ones are dropped, the others keep their generated name. */
export function settleUnnamed(
  columns: readonly Column[],
  unnamed: ReadonlySet<string>,
): { columns: readonly Column[]; warnings: readonly Warning[] } {
  if (unnamed.size === 0) return { columns, warnings: [] };
  const isEmpty = (column: Column) =>
    column.type === "numeric"
      ? column.values.every((value) => Number.isNaN(value))
      : column.codes.every((code) => code < 0);
  const empty = new Set(columns.filter((column) => unnamed.has(column.name) && isEmpty(column)));
  const named = columns.filter((column) => unnamed.has(column.name) && !empty.has(column));
  const what = empty.size === 1 ? "1 column has" : `${empty.size} columns have`;
  const dropped: Warning[] = [
    { code: "UNNAMED_COLUMN", message: `${what} neither a name nor values: dropped` },
  ];
  return {
    columns: columns.filter((column) => !empty.has(column)),
    warnings: [
      ...(empty.size > 0 ? dropped : []),
      ...named.map(({ name }): Warning => {
        const message = `a column without a name is called ${show(name)}`;
        return { code: "UNNAMED_COLUMN", column: name, message };
      }),
    ],
  };
}
