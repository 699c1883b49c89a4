import { show } from "../../base/errors.js";
import type { Column } from "../../table/column.js";
import type { Warning } from "../../table/table.js";

const TOTAL =
  /^(?:grand |sub)?(?:totals?|sum|summe|gesamt(?:summe)?|insgesamt|zwischensumme|totale|suma|somme|total général|average|mean|durchschnitt)\s*:?$/i;

/** The most lines of notes below the totals. */
const NOTES = 10;

/**
 * Warns of a last row that sums up the others, as in spreadsheets: it is not a row of the table. Only blank rows and
 * notes, rows of one cell, may follow it. `isBlank`: a line of delimiters is one of blanks, which skipping does not count.
 */
export function totalsWarning(columns: readonly Column[], isBlank = false): Warning[] {
  const rows = columns[0]?.type === "numeric" ? columns[0].values.length : (columns[0]?.codes.length ?? 0);
  let lines = 0;
  let notes = 0;
  for (let row = rows - 1; row > 0; row--) {
    const filled = columns.filter((column) => !isMissing(column, row)).length;
    if (filled > 0 || !isBlank) lines++;
    if (filled === 0) continue;
    const total = columns.find((column) => isTotal(column, row));
    if (total) return [warningOf(total, row, lines, notes)];
    if (filled > 1 || columns.length === 1 || ++notes > NOTES) return [];
  }
  return [];
}

function isTotal(column: Column, row: number): boolean {
  if (column.type === "numeric" || column.codes[row] < 0) return false;
  const code = column.codes[row];
  return TOTAL.test(column.levels[code]) && column.codes.indexOf(code) === row;
}

function warningOf(column: Column, row: number, lines: number, notes: number): Warning {
  const text = column.type === "numeric" ? "" : column.levels[column.codes[row]];
  const which = notes === 0 ? "the last row" : "the last row above the notes";
  const read = notes === 0 ? "is read as a row" : "is read as a row, as are the notes";
  return {
    code: "TOTALS_ROW",
    column: column.name,
    message: `${which} (${row + 1}) has ${show(text)} in ${show(column.name)}: it looks like a total of the other rows, but ${read}`,
    remedy: {
      flag: `--skip-last-lines ${lines}`,
      option: `skipLastLines: ${lines}`,
      effect: notes === 0 ? "to exclude it" : "to exclude them",
    },
  };
}

function isMissing(column: Column, row: number): boolean {
  return column.type === "numeric" ? Number.isNaN(column.values[row]) : column.codes[row] < 0;
}
