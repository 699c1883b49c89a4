import { CoppiceError, mustBe } from "../base/errors.js";
import { freeName } from "../base/freeName.js";
import { symmetricEigen } from "../base/symmetricEigen.js";
import type { Problem } from "../engine/problem.js";
import { rowOrder } from "../engine/rowOrder.js";
import type { Formula } from "../model/formula.js";
import type { MeasureStep } from "../model/measure.js";
import { type Column, testedCells } from "../table/column.js";
import type { Prepared } from "./missing/preparation.js";
import { widen } from "./widen.js";

/**
 * Principal components of the numeric attributes as additional attributes (D 8.3.7): the directions in which the
 * standardised values vary most, which suit tests that are parallel to the axes. Rows with a missing value are left out
 * when they are computed, and have no components themselves.
 */
export function addComponents(ready: Prepared, most: number | "all"): Prepared {
  if (most === 0) return ready;
  const { attributes, target } = ready.grown;
  const names = new Set([target.column.name, ...attributes.map(({ name }) => name)]);
  const steps = componentsOf(ready.grown, most).map(
    (formula, i): MeasureStep => ({ kind: "linear", attribute: attributes.length + i, formula }),
  );
  const added = steps.map((_, i): Column => {
    return { type: "numeric", name: freeName(`PC${i + 1}`, names), values: new Float64Array(0) };
  });
  return widen(ready, added, steps);
}

/** Variances below this share of the greatest are rounding: attributes that are sums of others add no direction. */
const NOISE = 1e-12;

function componentsOf(problem: Problem, most: number | "all"): Formula[] {
  const numeric = problem.attributes.flatMap((column, attribute) =>
    column.type === "numeric" ? [{ attribute, cells: testedCells(column) }] : [],
  );
  const rows = completeRows(problem, numeric);
  const weights = rows.map((row) => problem.weights?.[row] ?? 1);
  const inputs = numeric.flatMap(({ attribute, cells }) => {
    const values = Float64Array.from(rows, (row) => cells[row]);
    const { mean, deviation } = spread(values, weights);
    if (!(deviation > 0 && Number.isFinite(deviation))) return [];
    return [{ attribute, mean, deviation, scaled: values.map((x) => (x - mean) / deviation) }];
  });
  if (inputs.length < 2) {
    const message = "components need two numeric attributes that vary, in rows without missing values";
    throw new CoppiceError("OPTION_CONFLICT", message, {
      name: "components",
      rule: "two numeric attributes that vary",
      value: inputs.length,
    });
  }
  if (most !== "all" && most > numeric.length) {
    throw mustBe("OPTION_RANGE", "components", `at most ${numeric.length}, the numeric attributes`, most);
  }
  const matrix = inputs.map((one) =>
    Float64Array.from(inputs, (other) => weightedProduct(one.scaled, other.scaled, weights)),
  );
  const { values, vectors } = symmetricEigen(matrix);
  const rank = values.filter((value) => value > NOISE * values[0]).length;
  return vectors.slice(0, most === "all" ? rank : Math.min(rank, most)).map((vector) => {
    const terms = inputs.map(({ attribute, deviation }, j) => ({
      attribute,
      coefficient: vector[j] / deviation,
    }));
    const intercept = inputs.reduce((sum, { mean }, j) => sum - terms[j].coefficient * mean, 0);
    return { intercept, terms };
  });
}

/** In an order that depends on the rows' content, so that sums do not depend on the order of the file. */
function completeRows(problem: Problem, numeric: readonly { readonly cells: ArrayLike<number> }[]): number[] {
  return Array.from(rowOrder(problem)).filter((row) =>
    numeric.every(({ cells }) => !Number.isNaN(cells[row])),
  );
}

function spread(values: Float64Array, weights: readonly number[]): { mean: number; deviation: number } {
  let weight = 0;
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    weight += weights[i];
    sum += weights[i] * values[i];
  }
  const mean = sum / weight;
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += weights[i] * (values[i] - mean) * (values[i] - mean);
  return { mean, deviation: Math.sqrt(squares / weight) };
}

function weightedProduct(a: Float64Array, b: Float64Array, weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += weights[i] * a[i] * b[i];
  return sum;
}
