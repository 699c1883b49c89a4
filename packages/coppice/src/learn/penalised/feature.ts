import type { Problem } from "../../engine/problem.js";
import type { FormulaTerm } from "../../model/formula.js";
import { designTerms } from "../logistic/design.js";
import { type SparseColumn, sparse } from "./sparseColumn.js";

/** What a coefficient may multiply: a column of the fit, and the term of the formula that it becomes. */
export interface Feature {
  readonly column: SparseColumn;
  readonly term: Omit<FormulaTerm, "coefficient">;
  /** Cells of the column are those of the term minus `shift`, over `scale`. */
  readonly shift: number;
  readonly scale: number;
}

/**
 * The attributes themselves: numbers, and levels as 0 or 1, standardised. Rules are not, and vary less, so that the penalty
 * prefers attributes: rules have been chosen for fitting these rows already. (Friedman and Popescu 2008 scale attributes to
 * 0.4, which makes them equal.)
 */
export function linearFeatures({ attributes }: Problem, weights: Float64Array): Feature[] {
  return attributes.flatMap((column, a) =>
    designTerms(column, a, weights).map(({ attribute, levels, mean, scale, cells }) => ({
      ...{ column: sparse(cells), shift: mean, scale },
      term: { attribute, ...(levels && { levels }), missing: mean },
    })),
  );
}

/** Whether the cell is this level of a derived attribute; undefined if that is so for all rows, or for none. */
export function levelFeature(
  attribute: number,
  level: number,
  codes: Int32Array,
  weights: Float64Array,
): Feature | undefined {
  let [inside, known] = [0, 0];
  let isOpen = false;
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] >= 0) known += weights[row];
    else isOpen = true;
    if (codes[row] === level) inside += weights[row];
  }
  const share = inside / known;
  if (!(share > 0 && share < 1)) return undefined;
  const cells = new Float64Array(codes.length);
  for (let row = 0; row < codes.length; row++) cells[row] = codes[row] === level ? 1 : 0;
  if (isOpen) for (let row = 0; row < codes.length; row++) if (codes[row] < 0) cells[row] = share;
  return { column: sparse(cells), term: { attribute, levels: [level], missing: share }, shift: 0, scale: 1 };
}

/** The features without those whose column another one before them has. */
export function distinct(features: readonly Feature[]): Feature[] {
  const seen = new Map<string, SparseColumn[]>();
  return features.filter(({ column }) => {
    const key = `${column.rows.length} ${column.rows.reduce((hash, row) => (Math.imul(hash, 31) + row) | 0, 0)}`;
    const alike = seen.get(key) ?? [];
    if (alike.some((other) => areEqual(other, column))) return false;
    seen.set(key, [...alike, column]);
    return true;
  });
}

function areEqual(a: SparseColumn, b: SparseColumn): boolean {
  const same = (x?: ArrayLike<number>, y?: ArrayLike<number>) =>
    x === y || (x?.length === y?.length && Array.from(x!).every((one, i) => one === y![i]));
  return (
    same(a.rows, b.rows) && (a.cells === undefined) === (b.cells === undefined) && same(a.cells, b.cells)
  );
}
