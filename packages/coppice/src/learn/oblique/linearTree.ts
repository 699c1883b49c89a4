import { type Design, formulaOf, type Variable } from "../propose/design.js";
import { keptColumns } from "../propose/eliminate.js";
import { fitCut } from "../propose/settledCut.js";
import { labelledDesign, sidesOf } from "../propose/sides.js";
import { eliminate, type FitOptions, fitFields, singleAttributes } from "./fields.js";
import { groupingsOf } from "./groupings.js";
import { type Find, type Found, obliqueLearner } from "./obliqueLearner.js";

export interface LinearOptions extends FitOptions {
  readonly eliminate: boolean;
}

/** D 8.3.8, A 9.6 (Brodley and Utgoff 1995): a linear function of the attributes, fitted by gradient descent, at each node. */
export const linearTree = obliqueLearner({
  name: "linearTree",
  summary: "linear nodes: weighted sums of attributes, fitted by gradient descent; cost-complexity pruning",
  fields: {
    ...fitFields,
    eliminate: eliminate.default(false).describe(eliminate.description ?? ""),
    singleAttributes,
  },
  find: (node, attributes, options) => linearTests(node, attributes, options),
});

/** The linear functions that tell groups of classes apart, one per grouping. */
export const linearTests: Find<LinearOptions> = (node, attributes, options) => {
  const rows = labelledDesign(node, attributes);
  if (rows === undefined) return [];
  return groupingsOf(rows, options.groups).flatMap((grouping): Found[] => {
    const sides = sidesOf(rows.labels, grouping);
    const design = options.eliminate ? reduced(rows.design, sides) : rows.design;
    const { columns, weights } = design;
    const { coefficients, intercept } = fitCut({ columns, weights, sides }, options);
    return linearFound(design, coefficients, options.cut === "criterion" ? undefined : intercept);
  });
};

/** AIC: a coefficient must lower the deviance by 2, which is a t² of about 2. */
const AKAIKE = 2;

export function reduced(design: Design, sides: Int8Array): Design {
  const kept = keptColumns(design, sides, AKAIKE);
  if (kept.length === design.columns.length) return design;
  return {
    ...design,
    variables: kept.map((j) => design.variables[j]),
    columns: kept.map((j) => design.columns[j]),
  };
}

/**
 * A direction as a test; with an intercept, the threshold is where the function is 0. The most important coefficient is positive,
 * which is easier to read.
 */
export function linearFound(
  design: Pick<Design, "variables">,
  direction: Float64Array,
  intercept?: number,
): Found[] {
  const foremost = direction.reduce((most, x) => (Math.abs(x) > Math.abs(most) ? x : most), 0);
  const length = Math.sign(foremost) * Math.sqrt(direction.reduce((sum, x) => sum + x * x, 0));
  if (length === 0 || !Number.isFinite(length)) return [];
  const unit = direction.map((x) => x / length);
  const formula = formulaOf(design, unit);
  if (formula.terms.length === 0) return [];
  if (intercept === undefined) return [{ measure: { kind: "linear", formula } }];
  const centre = design.variables.reduce(
    (sum, { mean, scale }: Variable, j) => sum + (unit[j] * mean) / scale,
    0,
  );
  return [{ measure: { kind: "linear", formula }, threshold: centre - intercept / length }];
}
