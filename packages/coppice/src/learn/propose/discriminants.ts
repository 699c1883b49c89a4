import { log } from "../../base/exp.js";
import type { Formula, FormulaTerm } from "../../model/formula.js";
import { solveCholesky } from "./cholesky.js";
import type { Design } from "./design.js";
import { regularised } from "./fisher.js";
import type { Scatter } from "./scatter.js";

/**
 * A linear discriminant per class, for classes that are normal with one covariance S: x'S⁻¹m - m'S⁻¹m / 2 + log of the class's
 * share (Loh and Vanichsetakul 1988). A row is of the class whose discriminant is the largest.
 */
export function classDiscriminants(
  scatter: Scatter,
  shrinkage: number,
  { variables }: Pick<Design, "variables">,
): Formula[] {
  const { order, classes, means, classWeights, within, totalWeight } = scatter;
  const covariance = within.map((sum) => sum / Math.max(1, totalWeight - classes));
  const lower = regularised(covariance, order, shrinkage);
  return Array.from({ length: classes }, (_, k) => {
    const mean = means.subarray(k * order, (k + 1) * order);
    const direction = solveCholesky(lower, order, mean);
    let intercept = log(classWeights[k] / totalWeight);
    for (let j = 0; j < order; j++) intercept -= (direction[j] * mean[j]) / 2;
    const terms = variables.map(({ attribute, level, mean: centre, scale }, j): FormulaTerm => {
      const coefficient = direction[j] / scale;
      intercept -= coefficient * centre;
      return { attribute, coefficient, ...(level !== undefined && { levels: [level] }) };
    });
    return { intercept, terms };
  });
}
