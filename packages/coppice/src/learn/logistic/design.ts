import type { Problem } from "../../engine/problem.js";
import type { Column } from "../../table/column.js";

/** A column that coefficients multiply: numbers, or whether the level is one of some, standardised. */
export interface DesignTerm {
  readonly attribute: number;
  readonly levels?: readonly number[];
  readonly mean: number;
  readonly scale: number;
  /** By row: from the mean, in units of the scale; 0 where missing. */
  readonly cells: Float64Array;
}

/** The rows that classifiers are fitted to. */
export interface Design {
  readonly terms: readonly DesignTerm[];
  readonly codes: Int32Array;
  readonly classes: number;
  readonly weights: Float64Array;
}

/** An attribute with more levels than this is not used in formulas; the tree may still test it. */
const MOST_LEVELS = 64;

export function designOf({ attributes, target, rows, weights: given }: Problem): Design {
  if (target.kind !== "classes") throw new Error("classifiers need a target of classes");
  const weights = given ?? new Float64Array(rows).fill(1);
  const terms = attributes.flatMap((column, a) => designTerms(column, a, weights));
  return { terms, codes: target.column.codes, classes: target.column.levels.length, weights };
}

/** The columns of one attribute: none if it does not vary, or has too many levels. */
export function designTerms(column: Column, attribute: number, weights: Float64Array): DesignTerm[] {
  if (column.type === "numeric") return standardised({ attribute }, column.values, weights);
  const { codes, levels } = column;
  const known = (value: (code: number) => number) =>
    Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : value(code)));
  if (column.type === "ordered") return standardised({ attribute }, known(Number), weights);
  if (levels.length > MOST_LEVELS) return [];
  // The first of two levels is the absence of the second.
  const from = levels.length === 2 ? 1 : 0;
  return levels.slice(from).flatMap((_, i) => {
    const level = from + i;
    return standardised(
      { attribute, levels: [level] },
      known((code) => (code === level ? 1 : 0)),
      weights,
    );
  });
}

/** Nothing if all known cells are the same. */
function standardised(
  subject: Pick<DesignTerm, "attribute" | "levels">,
  values: Float64Array,
  weights: Float64Array,
): DesignTerm[] {
  let [sum, total] = [0, 0];
  values.forEach((value, row) => {
    if (Number.isNaN(value)) return;
    sum += weights[row] * value;
    total += weights[row];
  });
  const mean = sum / total;
  const cells = values.map((value) => (Number.isNaN(value) ? 0 : value - mean));
  const squares = cells.reduce((so, cell, row) => so + weights[row] * cell * cell, 0);
  const scale = Math.sqrt(squares / total);
  if (!(scale > 1e-12 * Math.abs(mean)) || !Number.isFinite(scale)) return [];
  return [{ ...subject, mean, scale, cells: cells.map((cell) => cell / scale) }];
}
