import type { Problem } from "../../engine/problem.js";
import { BLOCK, type SoftRows } from "../../kernels/drivers/soft/softRows.js";
import { type FormulaTerm, termValue } from "../../model/formula.js";
import { type Column, testedCells } from "../../table/column.js";
import { isStringType } from "../../table/schema.js";

/** What a gate multiplies by a coefficient: an attribute, or a 0/1 dummy of a level, standardised. */
export interface SoftTerm {
  readonly attribute: number;
  readonly levels?: readonly number[];
  readonly mean: number;
  readonly deviation: number;
}

/** Of an attribute with more levels, the most frequent ones have dummies; the others are alike. */
export const MOST_DUMMIES = 64;

/** The terms of the attributes that vary. */
export function softTerms(problem: Problem): SoftTerm[] {
  return problem.attributes.flatMap((column, attribute) =>
    candidatesOf(column, attribute).flatMap((term) => standardised(term, column, problem)),
  );
}

type Unscaled = Pick<FormulaTerm, "attribute" | "levels">;

function candidatesOf(column: Column, attribute: number): Unscaled[] {
  if (column.type === "numeric" || column.type === "ordered") return [{ attribute }];
  if (isStringType(column.type)) return [];
  const counts = new Float64Array(column.levels.length);
  for (const code of column.codes) if (code >= 0) counts[code]++;
  const present = Array.from(counts.keys()).filter((code) => counts[code] > 0);
  const frequent = present.sort((a, b) => counts[b] - counts[a] || a - b).slice(0, MOST_DUMMIES);
  // Of two levels, one dummy says all.
  const needed = present.length === 2 ? [Math.max(...present)] : frequent.sort((a, b) => a - b);
  return needed.map((code) => ({ attribute, levels: [code] }));
}

function standardised(term: Unscaled, column: Column, { rows, weights }: Problem): SoftTerm[] {
  const cells = testedCells(column);
  const formulaTerm = asFormulaTerm(term);
  const [mean, deviation] = meanAndDeviation(rows, (row) => termValue(formulaTerm, cells[row]), weights);
  // Rounding alone makes constant cells deviate a little; and numbers near the limits of doubles have no squares.
  const isUseful = deviation > 1e-12 * Math.abs(mean) && Number.isFinite(deviation) && deviation > 1e-150;
  return isUseful ? [{ ...term, mean, deviation }] : [];
}

const asFormulaTerm = (term: Unscaled): FormulaTerm => ({ ...term, coefficient: 1 });

/** The target as the loss reads it: classes, or standardised values. */
export interface SoftTarget {
  readonly classes: number;
  readonly values: Float64Array;
  /** A standardised value in the target's units. */
  inUnits(value: number): number;
  /** What one standard deviation is in these units. */
  readonly deviation: number;
}

export function softTarget({ target, rows, weights }: Problem): SoftTarget {
  if (target.kind === "classes") {
    const { levels, codes } = target.column;
    return {
      classes: levels.length,
      values: Float64Array.from(codes),
      inUnits: (value) => value,
      deviation: 1,
    };
  }
  // The grid's units neither overflow nor underflow, whatever the target's are.
  const { units, center, denominator } = target.grid;
  const [mean, spread] = meanAndDeviation(rows, (row) => units[row], weights);
  const deviation = spread || 1;
  return {
    classes: 0,
    values: units.map((unit) => (unit - mean) / deviation),
    inUnits: (value) => finite((center + (mean + deviation * value)) / denominator),
    deviation: finite(deviation / denominator),
  };
}

const finite = (x: number) => Math.min(Math.max(x, -Number.MAX_VALUE), Number.MAX_VALUE);

/** Of the rows whose value is known. */
function meanAndDeviation(
  rows: number,
  valueAt: (row: number) => number,
  weights: Float64Array | undefined,
): [number, number] {
  let weight = 0;
  let sum = 0;
  for (let row = 0; row < rows; row++) {
    const value = valueAt(row);
    if (Number.isNaN(value)) continue;
    weight += weights?.[row] ?? 1;
    sum += (weights?.[row] ?? 1) * value;
  }
  const mean = sum / weight;
  let squares = 0;
  for (let row = 0; row < rows; row++) {
    const off = valueAt(row) - mean;
    if (!Number.isNaN(off)) squares += (weights?.[row] ?? 1) * off * off;
  }
  return [mean, Math.sqrt(squares / weight)];
}

/** Rows of a problem, standardised and laid out for the kernel. Missing cells have the mean. */
export function softRows(
  problem: Problem,
  terms: readonly SoftTerm[],
  { classes, values }: SoftTarget,
  rows: Int32Array,
): SoftRows {
  const blocks = Math.ceil(rows.length / BLOCK);
  const width = 4 * Math.ceil((terms.length + 1) / 4);
  const cells = new Float64Array(blocks * width * BLOCK);
  const fill = (j: number, cellOf: (row: number) => number) => {
    for (let i = 0; i < rows.length; i++) {
      const block = Math.floor(i / BLOCK);
      cells[(block * width + j) * BLOCK + (i % BLOCK)] = cellOf(rows[i]);
    }
  };
  terms.forEach((term, j) => {
    const own = testedCells(problem.attributes[term.attribute]);
    const formulaTerm = asFormulaTerm(term);
    fill(j, (row) => {
      const value = termValue(formulaTerm, own[row]);
      return Number.isNaN(value) ? 0 : (value - term.mean) / term.deviation;
    });
  });
  fill(terms.length, () => 1);
  const weights = new Float64Array(blocks * BLOCK);
  const targets = new Float64Array(blocks * BLOCK);
  let totalWeight = 0;
  rows.forEach((row, i) => {
    weights[i] = problem.weights?.[row] ?? 1;
    totalWeight += weights[i];
    targets[i] = values[row];
  });
  return { rows: rows.length, blocks, width, classes, cells, weights, targets, totalWeight };
}
