import type { Costs } from "../../model/costs.js";
import type { Criterion } from "../criterion/criterion.js";

/**
 * What each class counts for when tests are chosen: its prior factor times the total loss of missing it (the altered
 * priors of Breiman et al. 1984, 4.4, as rpart has them). The risk of a node still goes by the real priors and losses.
 */
export function alteredFactors(costs: Costs, classes: number): number[] {
  return Array.from({ length: classes }, (_, k) => {
    const missed = costs.loss ? costs.loss[k].reduce((a, b) => a + b, 0) : 1;
    return (costs.factors?.[k] ?? 1) * missed;
  });
}

/** A criterion that sees every class weight multiplied by its factor. */
export function withFactors(criterion: Criterion, factors: readonly number[]): Criterion {
  const scratch = new Float64Array(factors.length);
  const other = new Float64Array(factors.length);
  const scale = (out: Float64Array, cells: Float64Array, at: number) => {
    for (let k = 0; k < out.length; k++) out[k] = cells[at + k] * factors[k];
    return out;
  };
  const { impurityOfTwo: _two, rule: _rule, pair, ...rest } = criterion;
  return {
    ...rest,
    impurity: (cells, at, width) => criterion.impurity(scale(scratch, cells, at), 0, width),
    ...(pair && {
      pair: (left, right, width) => pair(scale(scratch, left, 0), scale(other, right, 0), width),
    }),
  };
}
