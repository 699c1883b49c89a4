import type { ValueRows } from "./terms.js";

/** A linear model of some rows, with the figures used for pruning it. */
export interface LinearFit {
  readonly intercept: number;
  /** Indexes of terms, ascending, with their coefficients and the mean of what was seen of each. */
  readonly terms: readonly number[];
  readonly coefficients: readonly number[];
  readonly means: readonly number[];
  readonly weight: number;
  /** Root of the mean squared error on its own rows. */
  readonly error: number;
}

/** Pivots below this share of a column's sum of squares: it is a sum of others. */
const COLLINEAR = 1e-8;

/** Less than this share of the target's sum of squares is rounding: what is left of an exact fit. */
const NOISE = 1e-13;

/** The minimum weight per coefficient of a formula: with less it fits noise. */
const ROWS_A_NUMBER = 4;

/**
 * Least squares on these terms, of which those that do not improve the estimated error are eliminated, the least useful one
 * first (M5's backward elimination). A missing value is replaced by the mean.
 */
export function linearFit(data: ValueRows, rows: Int32Array, candidates: readonly number[]): LinearFit {
  const { weight, mean: center } = weightedMean(data.targets, data.weights, rows);
  // With so few rows no term can remain.
  const columns = (weight < 2 * ROWS_A_NUMBER ? [] : candidates)
    .map((term) => scaledColumn(data, rows, term))
    .filter((column) => column !== undefined);
  const sweep = new Sweep(columns, centred(data.targets, rows, center), data, rows);
  for (let j = 0; j < columns.length; j++) sweep.take(j);
  for (;;) {
    const drop = sweep.cheapest();
    if (drop === undefined) break;
    const { kept, squares } = sweep;
    const isTooMany = (kept + 1) * ROWS_A_NUMBER > weight;
    const without = sweep.unlessNoise(squares + drop.cost);
    if (!isTooMany && adjusted(without, weight, kept - 1) > adjusted(squares, weight, kept)) break;
    sweep.leave(drop.column);
  }
  const kept = columns.map((_, j) => j).filter((j) => sweep.has(j));
  const coefficients = kept.map((j) => sweep.coefficient(j) / columns[j].scale);
  // Values so small that their coefficient overflows: the term is useless.
  if (!coefficients.every(Number.isFinite)) return linearFit(data, rows, []);
  return {
    intercept: interceptOf(
      center,
      kept.map((j, i) => coefficients[i] * columns[j].mean),
    ),
    terms: kept.map((j) => columns[j].term),
    coefficients,
    means: kept.map((j) => columns[j].mean),
    weight,
    error: Math.sqrt(Math.max(0, sweep.squares) / weight),
  };
}

/** The centre less these parts; 0 if no more than rounding is left of them. */
function interceptOf(center: number, parts: readonly number[]): number {
  const left = parts.reduce((sum, part) => sum - part, center);
  const size = parts.reduce((sum, part) => sum + Math.abs(part), Math.abs(center));
  return Math.abs(left) > 1e-14 * size ? left : 0;
}

/** What the model predicts for a row of these data. */
export function fittedValue({ terms }: Pick<ValueRows, "terms">, fit: LinearFit, row: number): number {
  let value = fit.intercept;
  for (let i = 0; i < fit.terms.length; i++) {
    const cell = terms[fit.terms[i]].cells[row];
    value += fit.coefficients[i] * (Number.isNaN(cell) ? fit.means[i] : cell);
  }
  return value;
}

/** Squared error of the model on rows, by their weights. */
export function squaredError(data: ValueRows, fit: LinearFit, rows: Int32Array): number {
  let squares = 0;
  for (const row of rows)
    squares += data.weights[row] * (data.targets[row] - fittedValue(data, fit, row)) ** 2;
  return squares;
}

/**
 * What the error on the training rows is multiplied by to estimate that on other rows: (n + v) / (n - v) in Quinlan's M5,
 * and in Weka's twice the parameters above the line.
 */
export function penalty(weight: number, parameters: number, factor = 2): number {
  return weight <= parameters ? 10 : (weight + factor * parameters) / (weight - parameters);
}

function adjusted(squares: number, weight: number, terms: number): number {
  return Math.sqrt(Math.max(0, squares) / weight) * penalty(weight, terms + 1);
}

export function weightedMean(
  values: Float64Array,
  weights: Float64Array,
  rows: Int32Array,
): { weight: number; mean: number } {
  let [sum, weight] = [0, 0];
  for (const row of rows) {
    if (Number.isNaN(values[row])) continue;
    sum += weights[row] * values[row];
    weight += weights[row];
  }
  return { weight, mean: weight > 0 ? sum / weight : 0 };
}

interface ScaledColumn {
  readonly term: number;
  readonly mean: number;
  readonly scale: number;
  /** By place in the rows: from the mean, in units of the scale; 0 where missing. */
  readonly cells: Float64Array;
}

/** Undefined where all cells are the same. */
function scaledColumn(data: ValueRows, rows: Int32Array, term: number): ScaledColumn | undefined {
  const { cells: all } = data.terms[term];
  const { weight, mean } = weightedMean(all, data.weights, rows);
  if (!(weight > 0)) return undefined;
  const cells = centred(all, rows, mean);
  let squares = 0;
  for (let i = 0; i < rows.length; i++) squares += data.weights[rows[i]] * cells[i] * cells[i];
  const scale = Math.sqrt(squares / weight);
  if (!(scale > 1e-12 * Math.abs(mean)) || !Number.isFinite(scale)) return undefined;
  for (let i = 0; i < cells.length; i++) cells[i] /= scale;
  return { term, mean, scale, cells };
}

function centred(values: Float64Array, rows: Int32Array, mean: number): Float64Array {
  const apart = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]];
    apart[i] = Number.isNaN(value) ? 0 : value - mean;
  }
  return apart;
}

/**
 * The sums of squares and products of columns and target, swept column by column: those taken in have their coefficients
 * in the last column, and the corner is what is left of the target's squares (Beaton 1964).
 */
class Sweep {
  private readonly table: Float64Array;
  private readonly size: number;
  private readonly diagonal: Float64Array;
  private readonly inside: Uint8Array;
  kept = 0;

  constructor(columns: readonly ScaledColumn[], target: Float64Array, data: ValueRows, rows: Int32Array) {
    const all = [...columns.map(({ cells }) => cells), target];
    this.size = all.length;
    this.table = new Float64Array(this.size * this.size);
    const weights = Float64Array.from(rows, (row) => data.weights[row]);
    for (let i = 0; i < this.size; i++) {
      const weighed = all[i].map((cell, k) => cell * weights[k]);
      for (let j = i; j < this.size; j++) {
        const other = all[j];
        let sum = 0;
        for (let k = 0; k < weighed.length; k++) sum += weighed[k] * other[k];
        this.table[i * this.size + j] = this.table[j * this.size + i] = sum;
      }
    }
    this.diagonal = Float64Array.from(all, (_, i) => this.table[i * this.size + i]);
    this.inside = new Uint8Array(this.size);
  }

  /** What is left of the target's sum of squares; 0 if that is rounding. */
  get squares(): number {
    return this.unlessNoise(this.table[this.size * this.size - 1]);
  }

  unlessNoise(squares: number): number {
    return squares > NOISE * this.diagonal[this.size - 1] ? squares : 0;
  }

  has(column: number): boolean {
    return this.inside[column] === 1;
  }

  coefficient(column: number): number {
    return this.table[column * this.size + this.size - 1];
  }

  /** Adds a column, unless it is a linear combination of those already in. */
  take(column: number): void {
    if (!(this.table[column * this.size + column] > COLLINEAR * this.diagonal[column])) return;
    this.sweep(column, 1);
    this.inside[column] = 1;
    this.kept++;
  }

  leave(column: number): void {
    this.sweep(column, -1);
    this.inside[column] = 0;
    this.kept--;
  }

  /** The column whose removal increases the sum of squares least. */
  cheapest(): { column: number; cost: number } | undefined {
    let best: { column: number; cost: number } | undefined;
    for (let j = 0; j < this.size - 1; j++) {
      if (this.inside[j] === 0) continue;
      const beta = this.coefficient(j);
      // The swept diagonal holds the negative of the inverse.
      const cost = (beta * beta) / -this.table[j * this.size + j];
      if (best === undefined || cost < best.cost) best = { column: j, cost };
    }
    return best;
  }

  private sweep(k: number, sign: 1 | -1): void {
    const { table, size } = this;
    const pivot = table[k * size + k];
    for (let i = 0; i < size; i++) {
      if (i === k) continue;
      const factor = table[i * size + k] / pivot;
      for (let j = 0; j < size; j++) if (j !== k) table[i * size + j] -= factor * table[k * size + j];
    }
    for (let i = 0; i < size; i++) {
      if (i === k) continue;
      table[k * size + i] *= sign / pivot;
      table[i * size + k] *= sign / pivot;
    }
    table[k * size + k] = -1 / pivot;
  }
}
