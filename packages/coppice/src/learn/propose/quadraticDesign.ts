import type { FormulaTerm } from "../../model/formula.js";
import type { Measure, Product } from "../../model/measure.js";
import type { Design } from "./design.js";

/** A design with the products of its numeric columns, squares included, as further columns. */
export interface QuadraticDesign {
  readonly base: Design;
  readonly columns: readonly Float64Array[];
  readonly products: readonly ProductColumn[];
}

/** The product of two standardised columns: the design holds (product - mean) / scale. */
interface ProductColumn {
  readonly of: readonly [number, number];
  readonly mean: number;
  readonly scale: number;
}

/**
 * Adds products of the columns in `among`, which must not be dummies: a level has no products. Their variance is that of the
 * linear columns divided by the number of products per linear column, so that under one ridge penalty all products together
 * have as much freedom as the linear part.
 */
export function quadraticDesign(base: Design, among: readonly number[]): QuadraticDesign {
  const columns = [...base.columns];
  const products: ProductColumn[] = [];
  const spread = Math.sqrt(base.columns.length / ((among.length * (among.length + 1)) / 2));
  among.forEach((a, i) => {
    for (const b of among.slice(i)) {
      const product = new Float64Array(base.size);
      const [left, right] = [base.columns[a], base.columns[b]];
      let sum = 0;
      for (let r = 0; r < base.size; r++) {
        product[r] = left[r] * right[r];
        sum += base.weights[r] * product[r];
      }
      const mean = sum / base.totalWeight;
      let squares = 0;
      for (let r = 0; r < base.size; r++) squares += base.weights[r] * (product[r] - mean) ** 2;
      const deviation = Math.sqrt(squares / base.totalWeight);
      if (!(deviation > 1e-9)) continue;
      const scale = deviation / Math.min(1, spread);
      for (let r = 0; r < base.size; r++) product[r] = (product[r] - mean) / scale;
      columns.push(product);
      products.push({ of: [a, b], mean, scale });
    }
  });
  return { base, columns, products };
}

/** A direction in the columns of a quadratic design as a measure of the table's own cells. */
export function quadraticMeasure(
  { base, products }: QuadraticDesign,
  coefficients: ArrayLike<number>,
  intercept: number,
): Measure {
  const { variables } = base;
  const linear = new Float64Array(variables.length);
  let constant = intercept;
  const terms: Product[] = [];
  for (let j = 0; j < variables.length; j++) {
    linear[j] += coefficients[j] / variables[j].scale;
    constant -= (coefficients[j] * variables[j].mean) / variables[j].scale;
  }
  // (x - m)/s · (y - n)/t = xy/st - nx/st - my/st + mn/st
  products.forEach(({ of: [a, b], mean, scale }, p) => {
    const [one, other] = [variables[a], variables[b]];
    const factor = coefficients[variables.length + p] / scale;
    const coefficient = factor / (one.scale * other.scale);
    if (coefficient !== 0) terms.push({ attributes: [one.attribute, other.attribute], coefficient });
    linear[a] -= coefficient * other.mean;
    linear[b] -= coefficient * one.mean;
    constant += coefficient * one.mean * other.mean - factor * mean;
  });
  const linearTerms = variables.flatMap(({ attribute, level }, j): FormulaTerm[] =>
    linear[j] === 0
      ? []
      : [{ attribute, coefficient: linear[j], ...(level !== undefined && { levels: [level] }) }],
  );
  const formula = { intercept: constant, terms: linearTerms };
  // Levels have no products, so of nominal attributes alone a line remains.
  return terms.length === 0 ? { kind: "linear", formula } : { kind: "quadratic", formula, products: terms };
}
