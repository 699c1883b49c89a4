import { impurityAt, type SignedRows } from "./along.js";
import { bestCut } from "./giniGain.js";
import { addMultiple } from "./margin.js";
import type { LabelledDesign } from "./sides.js";

/** A hyperplane that a search moves: a coefficient per column, and an intercept last; rows are on the sides of 0. */
export class Hyperplane {
  readonly coefficients: Float64Array;
  /** The value of each row. */
  readonly values: Float64Array;
  impurity: number;

  constructor(
    readonly columns: readonly Float64Array[],
    readonly rows: SignedRows,
    coefficients: Float64Array,
  ) {
    this.coefficients = coefficients;
    this.values = new Float64Array(rows.labels.length).fill(coefficients[columns.length]);
    columns.forEach((column, j) => {
      addMultiple(this.values, column, coefficients[j]);
    });
    this.impurity = impurityAt(rows, this.values);
  }

  /** Adds a multiple of a column, or of 1 for the intercept, to the function; the impurity is counted again. */
  move(direction: Float64Array, by: number, change: (coefficients: Float64Array) => void): void {
    addMultiple(this.values, direction, by);
    change(this.coefficients);
    this.impurity = impurityAt(this.rows, this.values);
  }

  copy(): Hyperplane {
    return new Hyperplane(this.columns, this.rows, Float64Array.from(this.coefficients));
  }
}

/** The best cut of a single column: where CART-LC and OC1 begin. */
export function bestAxis({ design, labels }: LabelledDesign, rows: SignedRows): Hyperplane {
  const order = design.columns.length;
  let best = { column: 0, impurity: Number.POSITIVE_INFINITY, threshold: 0 };
  design.columns.forEach((values, column) => {
    const cut = bestCut(values, labels, design.weights, rows.classWeights);
    if (cut.impurity < best.impurity && Number.isFinite(cut.threshold)) best = { column, ...cut };
  });
  const coefficients = new Float64Array(order + 1);
  coefficients[best.column] = 1;
  coefficients[order] = -best.threshold;
  return new Hyperplane(design.columns, rows, coefficients);
}
