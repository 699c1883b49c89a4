import type { Measure } from "../../model/measure.js";
import type { Design } from "./design.js";
import { type FitRules, fitCut } from "./settledCut.js";

/** A distance from a centre, and the radius at which it is cut. */
export interface Ball {
  readonly measure: Measure;
  readonly radius: number;
}

/**
 * The sphere that separates the sides best. |x - c|² - r² is linear in the columns and the sum of their squares, so it is fitted
 * as a linear function of these; an axis-parallel ellipsoid is linear in the columns and their squares one by one. Columns whose
 * square has the sign of a hyperbola leave the ellipsoid. Undefined if no centre is found.
 */
export function fitBall(
  design: Design,
  sides: Int8Array,
  shape: "sphere" | "ellipsoid",
  rules: FitRules,
): Ball | undefined {
  const { size, weights } = design;
  let used = design.columns.map((_, j) => j);
  while (used.length > 0) {
    const squares = used.map((j) => design.columns[j].map((x) => x * x));
    const summed = new Float64Array(size);
    for (const column of squares) for (let i = 0; i < size; i++) summed[i] += column[i] / used.length;
    const curved = shape === "sphere" ? [summed] : squares;
    const columns = [...used.map((j) => design.columns[j]), ...curved];
    const { coefficients, intercept } = fitCut({ columns, weights, sides }, rules);
    const curvature = used.map((_, i) =>
      shape === "sphere" ? coefficients[used.length] / used.length : coefficients[used.length + i],
    );
    const sign = Math.sign(curvature.reduce((a, b) => a + b, 0));
    const bent = used.filter((_, i) => curvature[i] * sign > 1e-6);
    if (bent.length === used.length) return ballOf(design, used, coefficients, curvature, intercept);
    used = bent;
  }
  return undefined;
}

/**
 * The distance from the mean of one side, in standardised columns: it also finds rings, whose rows are not
 * on one side of any sphere. The criterion places the radius.
 */
export function ballAround({ columns, weights, variables }: Design, sides: Int8Array): Measure {
  const from = columns.map((column, j) => {
    let [sum, total] = [0, 0];
    for (let i = 0; i < sides.length; i++) {
      if (sides[i] < 0) continue;
      sum += weights[i] * column[i];
      total += weights[i];
    }
    const { attribute, mean, scale } = variables[j];
    return { attribute, at: mean + (scale * sum) / total, scale };
  });
  return { kind: "distance", from };
}

/**
 * The outer and the inner boundary of a ring. Neither separates all rows: beyond the ring's middle, where half of its rows are
 * nearer to their mean, the outer one does, and within it the inner one. So each is fitted to the rows of its part alone.
 */
export function ringBalls(
  design: Design,
  sides: Int8Array,
  ring: 1 | -1,
  shape: "sphere" | "ellipsoid",
  rules: FitRules,
): Ball[] {
  const { columns, size } = design;
  const distances = new Float64Array(size);
  const own = Array.from(sides.keys()).filter((i) => sides[i] === ring);
  for (const column of columns) {
    const mean = own.reduce((sum, i) => sum + column[i], 0) / own.length;
    for (let i = 0; i < size; i++) distances[i] += (column[i] - mean) ** 2;
  }
  const middle = Float64Array.from(own, (i) => distances[i]).sort()[own.length >> 1];
  const parts = [sides.map((side, i) => (distances[i] >= middle ? side : 0))];
  parts.push(sides.map((side, i) => (distances[i] <= middle ? side : 0)));
  return parts.flatMap((part) => {
    if (!part.includes(1) || !part.includes(-1)) return [];
    return fitBall(design, part, shape, rules) ?? [];
  });
}

/** b + Σ wx + Σ qx² = Σ q(x - c)² + b - Σ qc² with c = -w/2q. */
function ballOf(
  { variables }: Design,
  used: readonly number[],
  coefficients: Float64Array,
  curvature: readonly number[],
  intercept: number,
): Ball | undefined {
  const sign = Math.sign(curvature[0]);
  let rest = -intercept;
  const from = used.map((j, i) => {
    const centre = -coefficients[i] / (2 * curvature[i]);
    rest += curvature[i] * centre * centre;
    const { attribute, mean, scale } = variables[j];
    return { attribute, at: mean + scale * centre, scale: scale / Math.sqrt(Math.abs(curvature[i])) };
  });
  const squared = rest * sign;
  return squared > 0 ? { measure: { kind: "distance", from }, radius: Math.sqrt(squared) } : undefined;
}
