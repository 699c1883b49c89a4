import { fitMargin } from "../propose/margin.js";
import { quadraticDesign, quadraticMeasure } from "../propose/quadraticDesign.js";
import { fitCut } from "../propose/settledCut.js";
import { labelledDesign, sidesOf } from "../propose/sides.js";
import { type FitOptions, fitFields, singleAttributes } from "./fields.js";
import { groupingsOf } from "./groupings.js";
import { type Find, obliqueLearner } from "./obliqueLearner.js";

/** A 9.6, eq. 9.20: a quadratic function of the attributes at each node. */
export const quadraticTree = obliqueLearner({
  name: "quadraticTree",
  summary: "curved nodes: quadratic functions of the attributes, with squares and products",
  fields: { ...fitFields, singleAttributes },
  find: (node, attributes, options) => quadraticTests(node, attributes, options),
});

/** The products of a node have at most this many cells in all, half a gigabyte of them at worst. */
const MOST_CELLS = 1 << 25;

/** The quadratic functions that tell groups of classes apart; without a numeric attribute they are linear. */
export const quadraticTests: Find<FitOptions> = (node, attributes, options) => {
  const rows = labelledDesign(node, attributes);
  if (rows === undefined) return [];
  const { design, labels } = rows;
  const numeric = design.variables.flatMap(({ level }, j) => (level === undefined ? [j] : []));
  const most = Math.max(2, Math.floor(Math.sqrt((2 * MOST_CELLS) / design.size)));
  return groupingsOf(rows, options.groups).map((grouping) => {
    const sides = sidesOf(labels, grouping);
    const among = numeric.length <= most ? numeric : foremost(numeric, most, sides);
    const quadratic = quadraticDesign(design, among);
    const fitted = { columns: quadratic.columns, weights: design.weights, sides };
    const { coefficients, intercept } = fitCut(fitted, options);
    const measure = quadraticMeasure(quadratic, coefficients, intercept);
    return options.cut === "criterion" ? { measure } : { measure, threshold: 0 };
  });

  /** The columns with the largest coefficients in a linear function. */
  function foremost(columns: readonly number[], count: number, sides: Int8Array): number[] {
    const { coefficients } = fitMargin({ ...design, sides }, options.nodeLoss, options.penalty);
    const size = (j: number) => Math.abs(coefficients[j]);
    return [...columns]
      .sort((a, b) => size(b) - size(a))
      .slice(0, count)
      .sort((a, b) => a - b);
  }
};
