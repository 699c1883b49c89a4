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

/** The value of a formula for each row. */
export function formulaCells(
  { intercept, terms }: Formula,
  cellsOf: (attribute: number) => Cells,
  rows: number,
): Float64Array {
  const sums = new Float64Array(rows).fill(intercept);
  for (const term of terms) {
    const cells = cellsOf(term.attribute);
    for (let row = 0; row < rows; row++) sums[row] += term.coefficient * termValue(term, cells[row]);
  }
  return sums;
}

/** What a coefficient is multiplied by. A missing cell is NaN, or below 0 where cells are codes. */
export function termValue({ levels, missing = Number.NaN }: FormulaTerm, cell: number): number {
  if (levels === undefined) return Number.isNaN(cell) ? missing : cell;
  return cell >= 0 ? (levels.includes(cell) ? 1 : 0) : missing;
}
