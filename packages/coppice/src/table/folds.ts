import { CoppiceError, mustBe, show } from "../base/errors.js";
import { classByClass } from "../base/hashOrder.js";
import { randomOrder } from "../base/randomOrder.js";
import { type Column, cellText } from "./column.js";
import { columnOf, type Table } from "./table.js";

/** A fold number from 0 for every row. */
export type Folds = Int32Array;

/**
 * The rows of each class, in a random order, are dealt round robin, and each class continues where the previous one stopped: every
 * fold gets its share of every class to within one row, and fold sizes differ by at most one. `keys`: by row an integer of its own
 * by which chance goes, so that folds do not depend on the order of rows; absent: its position.
 */
export function stratifiedFolds(
  codes: Int32Array,
  count: number,
  seed: number,
  keys?: ArrayLike<number>,
): Folds {
  checkCount(count, codes.length);
  const without = codes.findIndex((code) => code < 0);
  if (without >= 0) throw withoutClass(without);
  return deal(classByClass(randomOrder(codes.length, seed, keys), codes), count);
}

function withoutClass(row: number): CoppiceError {
  const message = `row ${row} has no class, so it cannot be stratified: exclude such rows with knownTarget`;
  return new CoppiceError("TARGET_INCOMPLETE", message, { name: "codes", value: row });
}

/** Random folds without stratification. */
export function plainFolds(rows: number, count: number, seed: number, keys?: ArrayLike<number>): Folds {
  checkCount(count, rows);
  return deal(randomOrder(rows, seed, keys), count);
}

function deal(rows: Int32Array, count: number): Folds {
  const folds = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) folds[rows[i]] = i % count;
  return folds;
}

function checkCount(count: number, rows: number): void {
  if (Number.isInteger(count) && count >= 2 && count <= rows) return;
  throw mustBe("OPTION_RANGE", "folds", `an integer from 2 to the number of rows (${rows})`, count);
}

/**
 * Folds from a file: a table with the columns `row` and `fold`, both from 0. `rows` are the rows in use, by their number
 * in the file that was read (ascending); each must be listed exactly once, and rows not in use at most once.
 */
export function foldsFromFile(file: Table, rows: ArrayLike<number>, fileRows: number): Folds {
  const rowCells = wholeNumbers(columnOf(file, "row"));
  const foldCells = wholeNumbers(columnOf(file, "fold"));
  const foldOf = new Int32Array(fileRows).fill(-1);
  for (let i = 0; i < file.rows; i++) {
    const row = rowCells(i);
    if (row >= fileRows) throw invalid(`lists row ${row}, but the table's last row is ${fileRows - 1}`, row);
    if (foldOf[row] >= 0) throw invalid(`lists row ${row} twice`, row);
    foldOf[row] = foldCells(i);
  }
  const folds = Int32Array.from(rows, (row) => {
    if (foldOf[row] < 0) throw invalid(`gives no fold to row ${row}`, row);
    return foldOf[row];
  });
  checkNumbers(folds);
  return folds;
}

/** Folds are numbered 0…k-1 without a gap, and there are at least two: otherwise a fold lacks training or test rows. */
function checkNumbers(folds: Folds): void {
  const used = new Set(folds);
  if (used.size < 2) throw invalid("must have at least 2 folds", used.size);
  for (let fold = 0; fold < used.size; fold++) {
    if (!used.has(fold)) throw invalid(`has no row in fold ${fold}, but in a later fold`, fold);
  }
}

export function foldCount(folds: Folds): number {
  return folds.reduce((most, fold) => Math.max(most, fold + 1), 0);
}

function wholeNumbers(column: Column): (i: number) => number {
  return (i) => {
    const text = cellText(column, i);
    const number = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
    if (Number.isInteger(number) && number >= 0 && number < 2 ** 31) return number;
    throw new CoppiceError(
      "FOLDS_INVALID",
      `the folds file's column ${JSON.stringify(column.name)} must hold non-negative integers; got ${show(text ?? "")} in its row ${i}`,
      { name: column.name, rule: "non-negative integers", value: text ?? null, line: i + 2 },
    );
  };
}

function invalid(what: string, value: number): CoppiceError {
  return new CoppiceError("FOLDS_INVALID", `the folds file ${what}`, { name: "folds-file", value });
}
