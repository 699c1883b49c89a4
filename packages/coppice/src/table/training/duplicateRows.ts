import { type Column, takeRows } from "../column.js";
import { firstEqualRows } from "../duplicates.js";
import { elsewhere } from "../elsewhere.js";
import { columnOf, type Table, type Warning } from "../table.js";

/** The maximum number of rows, and of cells, examined. */
const MOST_ROWS = 50_000;
const MOST_CELLS = 1_000_000;
/** If no attribute has more distinct values, equal rows are expected. */
const FEW_VALUES = 20;
/** A smaller share does not change estimates noticeably. */
const SMALL_SHARE = 0.05;
/** Warn if there are this many times more equal pairs than if the columns were independent. */
const SURPRISING = 5;

/** Rows that equal another in every attribute and the target: in different folds, a model is tested on a training row. */
export function duplicateWarnings(table: Table, target: string, attributes: readonly string[]): Warning[] {
  const rows = Math.min(table.rows, MOST_ROWS, Math.ceil(MOST_CELLS / (attributes.length + 1)));
  const columns = [...attributes, target].map((name) => firstCells(columnOf(table, name), rows));
  if (!columns.slice(0, -1).some((column) => hasManyValues(column, rows))) return [];
  const first = firstEqualRows(columns, rows);
  let repeated = 0;
  for (let row = 0; row < rows; row++) if (first[row] < row) repeated++;
  if (repeated < 2 || repeated < rows * SMALL_SHARE) return [];
  if (equalPairs(first) < SURPRISING * expectedPairs(columns, rows)) return [];
  const among = rows < table.rows ? ` among the first ${rows}` : ` of ${rows}`;
  return [
    {
      code: "DUPLICATE_ROWS",
      message: `${repeated}${among} rows are duplicates, target included: with duplicates in different folds, a model is tested on training rows`,
      remedy: {
        flag: "--group-duplicates",
        option: "groupDuplicates: true",
        effect: "when evaluating, to keep equal rows in one fold",
      },
    },
  ];
}

/** Cells that are elsewhere are fetched once. */
function firstCells(column: Column, rows: number): Column {
  return elsewhere(column) ? takeRows(column, [...Array(rows).keys()]) : column;
}

/** For those who keep equal rows in one fold: nobody needs to be told to do what has been done. */
export function withoutDuplicates(warnings: readonly Warning[]): readonly Warning[] {
  return warnings.filter(({ code }) => code !== "DUPLICATE_ROWS");
}

/** The expected number of equal pairs if the columns were independent. */
function expectedPairs(columns: readonly Column[], rows: number): number {
  const pairs = (rows * (rows - 1)) / 2;
  return columns.reduce(
    (expected, column) => (expected * equalPairs(cellsOf(column).slice(0, rows))) / pairs,
    pairs,
  );
}

function equalPairs(cells: Float64Array | Int32Array): number {
  const counts = new Map<number, number>();
  let pairs = 0;
  for (const cell of cells) {
    const before = counts.get(cell) ?? 0;
    pairs += before;
    counts.set(cell, before + 1);
  }
  return pairs;
}

function cellsOf(column: Column): Float64Array | Int32Array {
  return column.type === "numeric" ? column.values : column.codes;
}

function hasManyValues(column: Column, rows: number): boolean {
  const cells = cellsOf(column);
  const seen = new Set<number>();
  for (let row = 0; row < rows; row++) if (seen.add(cells[row]).size > FEW_VALUES) return true;
  return false;
}
