import type { Cells } from "../table/column.js";

/** A linear function of a row's cells: intercept plus terms, added in this order. */
export interface Formula {
  readonly intercept: number;
  readonly terms: readonly FormulaTerm[];
}

/** A coefficient times the cell of an attribute; with `levels`, times 1 where the cell is one of them, else 0. */
export interface FormulaTerm {
  readonly attribute: number;
  readonly coefficient: number;
  /** Level codes, ascending. */
  readonly levels?: readonly number[];
  /** Used where the cell is missing: the mean over the training rows. Absent: then the formula has no value either. */
  readonly missing?: number;
}

/** The value of a linear formula for a row. */
export function formulaValue({ intercept, terms }: Formula, cellOf: (attribute: number) => number): number {
  let sum = intercept;
  for (const term of terms) sum += term.coefficient * termValue(term, cellOf(term.attribute));
  return sum;
}

/** Rows whose sums stay in the fastest memory while term after term is added to them. */
const BLOCK = 4096;

/** The value of a formula for each row. */
export function formulaCells(
  { intercept, terms }: Formula,
  cellsOf: (attribute: number) => Cells,
  rows: number,
): Float64Array {
  const sums = new Float64Array(rows).fill(intercept);
  const columns = terms.map(({ attribute }) => cellsOf(attribute));
  for (let from = 0; from < rows; from += BLOCK) {
    const to = Math.min(rows, from + BLOCK);
    terms.forEach((term, t) => {
      addTerm(sums, term, columns[t], from, to);
    });
  }
  return sums;
}

function addTerm(sums: Float64Array, term: FormulaTerm, cells: Cells, from: number, to: number): void {
  const { coefficient, levels, missing } = term;
  if (levels === undefined && missing === undefined && cells instanceof Float64Array)
    addCells(sums, coefficient, cells, from, to);
  else for (let row = from; row < to; row++) sums[row] += coefficient * termValue(term, cells[row]);
}

/** A missing cell is NaN, and so is its product: numbers need no check. */
function addCells(
  sums: Float64Array,
  coefficient: number,
  cells: Float64Array,
  from: number,
  to: number,
): void {
  for (let row = from; row < to; row++) sums[row] += coefficient * cells[row];
}

/** The value of a formula for some of the rows: their cells need not be gathered first. */
export function formulaOfRows(
  { intercept, terms }: Formula,
  cellsOf: (attribute: number) => Cells,
  rows: Int32Array,
): Float64Array {
  const sums = new Float64Array(rows.length).fill(intercept);
  for (let from = 0; from < rows.length; from += BLOCK) {
    const to = Math.min(rows.length, from + BLOCK);
    for (const term of terms) {
      const cells = cellsOf(term.attribute);
      if (term.levels || term.missing !== undefined)
        for (let i = from; i < to; i++) sums[i] += term.coefficient * termValue(term, cells[rows[i]]);
      else addProducts(sums, term.coefficient, cells, rows, from, to);
    }
  }
  return sums;
}

/** A missing cell is NaN, and so is its product. */
function addProducts(
  sums: Float64Array,
  coefficient: number,
  cells: Cells,
  rows: Int32Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) sums[i] += coefficient * cells[rows[i]];
}

/** What a coefficient is multiplied by. A missing cell is NaN, or below 0 where cells are codes. */
export function termValue({ levels, missing = Number.NaN }: FormulaTerm, cell: number): number {
  if (levels === undefined) return Number.isNaN(cell) ? missing : cell;
  return cell >= 0 ? (levels.includes(cell) ? 1 : 0) : missing;
}
