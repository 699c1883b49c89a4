import type { Column } from "../column.js";
import { firstEqualRows } from "../duplicates.js";
import { columnOf, type Table, type Warning } from "../table.js";

/** At most so many rows, and cells, are looked at. */
const MOST_ROWS = 50_000;
const MOST_CELLS = 1_000_000;
/** With no attribute of more distinct values, equal rows are to be expected. */
const FEW_VALUES = 20;
/** A smaller share changes no estimate that anyone would notice. */
const SMALL_SHARE = 0.05;

/** Rows that equal another in every attribute and the target: in different folds, a model is tested on what it has learned. */
export function duplicateWarnings(table: Table, target: string, attributes: readonly string[]): Warning[] {
  const columns = [...attributes, target].map((name) => columnOf(table, name));
  const rows = Math.min(table.rows, MOST_ROWS, Math.ceil(MOST_CELLS / columns.length));
  if (!columns.slice(0, -1).some((column) => hasManyValues(column, rows))) return [];
  const first = firstEqualRows(columns, rows);
  let repeated = 0;
  for (let row = 0; row < rows; row++) if (first[row] < row) repeated++;
  if (repeated < 2 || repeated < rows * SMALL_SHARE) return [];
  const among = rows < table.rows ? ` among the first ${rows}` : ` of ${rows}`;
  return [
    {
      code: "DUPLICATE_ROWS",
      message: `${repeated}${among} rows repeat another row, target included: with both in different folds, a model is tested on a row it has learned`,
      remedy: {
        flag: "--group-duplicates",
        option: "groupDuplicates: true",
        effect: "when evaluating, to keep equal rows in one fold",
      },
    },
  ];
}

function hasManyValues(column: Column, rows: number): boolean {
  const cells: ArrayLike<number> = column.type === "numeric" ? column.values : column.codes;
  const seen = new Set<number>();
  for (let row = 0; row < rows; row++) if (seen.add(cells[row]).size > FEW_VALUES) return true;
  return false;
}
