import { unreachable } from "../base/errors.js";
import { exp } from "../base/exp.js";
import type { Cells } from "../table/column.js";
import { type Formula, formulaCells } from "./formula.js";
import { isYesOrNo, STRING_KINDS, type StringMeasure, stringCells } from "./stringMeasure.js";

/**
 * What a test may cut besides an attribute of the table: a number computed from several cells of a row, or from a string.
 * It is missing where a cell that it needs is.
 */
export type Measure =
  | { readonly kind: "linear"; readonly formula: Formula }
  /** A formula, and products of two cells (squares too), each times a coefficient. */
  | { readonly kind: "quadratic"; readonly formula: Formula; readonly products: readonly Product[] }
  /** The distance from a centre, each direction in units of its own: spheres, and ellipsoids along the axes. */
  | { readonly kind: "distance"; readonly from: readonly Offset[] }
  /** A perceptron with one hidden layer, whose units apply the hyperbolic tangent. */
  | { readonly kind: "perceptron"; readonly hidden: readonly Formula[]; readonly output: Output }
  /**
   * Which formula is the largest, the first of equal ones: the code of a level. While a tree is learned, `classes` has the
   * class of each formula; the model's attribute then has levels of those names.
   */
  | { readonly kind: "largest"; readonly of: readonly Formula[]; readonly classes?: readonly number[] }
  | StringMeasure;

export interface Product {
  readonly attributes: readonly [number, number];
  readonly coefficient: number;
  /** Used where one or the other cell is missing. Absent or null: then the measure is missing too. */
  readonly missing?: readonly [number | null, number | null];
}

export interface Offset {
  readonly attribute: number;
  readonly at: number;
  /** What the difference is divided by. */
  readonly scale: number;
  /** Used where the cell is missing. Absent: then the measure is missing too. */
  readonly missing?: number;
}

export interface Output {
  readonly intercept: number;
  /** One per hidden unit. */
  readonly coefficients: readonly number[];
}

/** A measure as an attribute of a model. */
export type MeasureStep = Measure & { readonly attribute: number };

const KINDS: readonly string[] = [
  "linear",
  "quadratic",
  "distance",
  "perceptron",
  "largest",
  ...STRING_KINDS,
] satisfies readonly Measure["kind"][];

/** Whether a step that derives an attribute computes a measure. */
export function isMeasure(step: { readonly kind: string }): step is MeasureStep {
  return KINDS.includes(step.kind);
}

/** How many levels the attribute of a measure has; undefined if it is numeric. */
export function levelsOfMeasure(measure: Measure): number | undefined {
  if (measure.kind === "largest") return measure.of.length;
  return isYesOrNo(measure) ? 2 : undefined;
}

/** The cells of all rows of an attribute. */
export type CellsOf = (attribute: number) => Cells;

/** The measure of each row: the only place that says what a measure means. */
export function measuredCells(measure: Measure, cellsOf: CellsOf, rows: number): Cells {
  switch (measure.kind) {
    case "linear":
      return formulaCells(measure.formula, cellsOf, rows);
    case "quadratic":
      return quadratic(measure.formula, measure.products, cellsOf, rows);
    case "distance":
      return distance(measure.from, cellsOf, rows);
    case "perceptron":
      return perceptron(measure.hidden, measure.output, cellsOf, rows);
    case "largest":
      return largest(measure.of, cellsOf, rows);
    case "pattern":
    case "length":
    case "anyWord":
      return stringCells(measure, cellsOf(measure.attributes[0]), rows);
    default:
      return unreachable(measure);
  }
}

function quadratic(
  formula: Formula,
  products: readonly Product[],
  cellsOf: CellsOf,
  rows: number,
): Float64Array {
  const sums = formulaCells(formula, cellsOf, rows);
  for (const { attributes, coefficient, missing } of products) {
    const [one, other] = attributes.map((attribute, i) => filled(cellsOf(attribute), missing?.[i]));
    addProduct(sums, coefficient, one, other);
  }
  return sums;
}

// Loops have functions of their own, with one kind of array each: a common one would be several times slower.

function addProduct(sums: Float64Array, coefficient: number, one: Float64Array, other: Float64Array): void {
  for (let row = 0; row < sums.length; row++) sums[row] += coefficient * one[row] * other[row];
}

function addSquares(sums: Float64Array, cells: Float64Array, at: number, scale: number): void {
  for (let row = 0; row < sums.length; row++) {
    const off = (cells[row] - at) / scale;
    sums[row] += off * off;
  }
}

function addUnit(sums: Float64Array, coefficient: number, inputs: Float64Array): void {
  for (let row = 0; row < sums.length; row++) sums[row] += coefficient * tanh(inputs[row]);
}

function filled(cells: Cells, missing: number | null | undefined): Float64Array {
  if (missing != null) return Float64Array.from(cells, (x) => (Number.isNaN(x) ? missing : x));
  return cells instanceof Float64Array ? cells : Float64Array.from(cells);
}

function distance(from: readonly Offset[], cellsOf: CellsOf, rows: number): Float64Array {
  const sums = new Float64Array(rows);
  for (const { attribute, at, scale, missing } of from) {
    addSquares(sums, filled(cellsOf(attribute), missing), at, scale);
  }
  return sums.map(Math.sqrt);
}

function perceptron(
  hidden: readonly Formula[],
  { intercept, coefficients }: Output,
  cellsOf: CellsOf,
  rows: number,
): Float64Array {
  const sums = new Float64Array(rows).fill(intercept);
  hidden.forEach((unit, h) => {
    addUnit(sums, coefficients[h], formulaCells(unit, cellsOf, rows));
  });
  return sums;
}

/** By our own `exp`: the hosts' functions differ in the last place. */
export function tanh(x: number): number {
  return 1 - 2 / (exp(2 * x) + 1);
}

function largest(of: readonly Formula[], cellsOf: CellsOf, rows: number): Int32Array {
  const values = of.map((formula) => formulaCells(formula, cellsOf, rows));
  const codes = new Int32Array(rows);
  const most = values[0].slice();
  for (let k = 1; k < values.length; k++) takeLarger(codes, most, values[k], k);
  // If a formula is missing, so is the answer: any could have been the largest.
  for (const one of values) markMissing(codes, one);
  return codes;
}

function takeLarger(codes: Int32Array, most: Float64Array, values: Float64Array, k: number): void {
  for (let row = 0; row < codes.length; row++) {
    if (!(values[row] > most[row])) continue;
    codes[row] = k;
    most[row] = values[row];
  }
}

function markMissing(codes: Int32Array, values: Float64Array): void {
  for (let row = 0; row < codes.length; row++) if (Number.isNaN(values[row])) codes[row] = -1;
}
