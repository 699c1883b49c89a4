import { show } from "../../base/errors.js";
import type { Column } from "../../table/column.js";
import type { Warning } from "../../table/table.js";

const TOTAL =
  /^(?:grand |sub)?(?:totals?|sum|summe|gesamt(?:summe)?|insgesamt|zwischensumme|totale|suma|somme|total général|average|mean|durchschnitt)\s*:?$/i;

/** Warns of a last row that sums up the others, as in spreadsheets: it is not a row of the table. */
export function totalsWarning(columns: readonly Column[]): Warning[] {
  const rows = columns[0]?.type === "numeric" ? columns[0].values.length : (columns[0]?.codes.length ?? 0);
  const last = lastFilled(columns, rows);
  if (last < 1) return [];
  for (const column of columns) {
    if (column.type === "numeric" || column.codes[last] < 0) continue;
    const text = column.levels[column.codes[last]];
    if (!TOTAL.test(text) || column.codes.indexOf(column.codes[last]) !== last) continue;
    return [
      {
        code: "TOTALS_ROW",
        column: column.name,
        message: `the last row (${last + 1}) has ${show(text)} in ${show(column.name)}: it looks like a total of the other rows, but is read as a row`,
        remedy: { flag: "--skip-last-lines 1", option: "skipLastLines: 1", effect: "to exclude it" },
      },
    ];
  }
  return [];
}

/** The last row with a value. */
function lastFilled(columns: readonly Column[], rows: number): number {
  const isMissing = (column: Column, row: number) =>
    column.type === "numeric" ? Number.isNaN(column.values[row]) : column.codes[row] < 0;
  let last = rows - 1;
  while (last >= 0 && columns.every((column) => isMissing(column, last))) last--;
  return last;
}
