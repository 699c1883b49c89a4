import type { Costs } from "../../model/costs.js";
import type { Criterion } from "../criterion/criterion.js";

/**
 * What each class counts for when tests are chosen: its prior factor times the total loss of missing it (the altered
 * priors of Breiman et al. 1984, 4.4, as in rpart). The risk of a node is still computed from the real priors and losses.
 */
export function alteredFactors(costs: Costs, classes: number): number[] {
  return Array.from({ length: classes }, (_, k) => {
    const missed = costs.loss ? costs.loss[k].reduce((a, b) => a + b, 0) : 1;
    return (costs.factors?.[k] ?? 1) * missed;
  });
}

/**
 * What a criterion multiplies class weights by, in proportion: the greatest factor is 1, so that the unit in which a
 * loss is given cancels out. A criterion that knows the losses itself is given the priors alone. Undefined where all
 * classes count alike.
 */
export function splitFactors(costs: Costs, classes: number, knowsLosses: boolean): number[] | undefined {
  const { loss: _, ...priors } = costs;
  const factors = alteredFactors(knowsLosses ? priors : costs, classes);
  const most = factors.reduce((a, b) => Math.max(a, b), 0);
  const scaled = factors.map((factor) => factor / most);
  return scaled.every((factor) => factor === 1) ? undefined : scaled;
}

/** A criterion that sees every class weight multiplied by its factor. */
export function withFactors(criterion: Criterion, factors: readonly number[]): Criterion {
  const scratch = new Float64Array(factors.length);
  const other = new Float64Array(factors.length);
  const scale = (out: Float64Array, cells: Float64Array, at: number) => {
    for (let k = 0; k < out.length; k++) out[k] = cells[at + k] * factors[k];
    return out;
  };
  const { impurityOfTwo: _two, rule, pair, ...rest } = criterion;
  const known = rule ?? criterion.multiple?.of ?? criterion.inTrees;
  return {
    ...rest,
    ...(known && { factored: { rule: known, factors } }),
    impurity: (cells, at, width) => criterion.impurity(scale(scratch, cells, at), 0, width),
    ...(pair && {
      pair: (left, right, width) => pair(scale(scratch, left, 0), scale(other, right, 0), width),
    }),
  };
}

/** Class weights as a criterion with these factors sees them, added up. */
export function alteredWeight(sums: ArrayLike<number>, factors: readonly number[]): number {
  let weight = 0;
  for (let k = 0; k < factors.length; k++) weight += sums[k] * factors[k];
  return weight;
}
