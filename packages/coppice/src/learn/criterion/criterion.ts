import type { Statistic } from "../../engine/port.js";
import type { Task } from "../../model/tree.js";

/**
 * Which test? A criterion measures impurity; a test is worth the impurity it removes. Impurities are multiplied by
 * the weight of the rows they describe, so that those of branches simply add up.
 *
 * Criteria are given sums as cells[at … at + width): class weights, or weight, Σu and Σu².
 */
export interface Criterion {
  readonly name: string;
  readonly task: Task;
  readonly statistic: Statistic;
  /** Weight × impurity; 0 for pure rows. */
  impurity(cells: Float64Array, at: number, width: number): number;
  /** The same for two classes: where most time is spent. */
  impurityOfTwo?(a: number, b: number): number;
  /**
   * Weight × goodness of a two-way split, for a criterion that is no impurity (twoing). Absent: the drop in impurity.
   */
  pair?(left: Float64Array, right: Float64Array, width: number): number;
  /**
   * Strictly concave: for two classes, or a numeric target, the best set of levels is then a run of the levels in
   * order of their share of class 1 (Breiman et al. 1984, theorem 4.5), or of their mean.
   */
  readonly concave: boolean;
}

/** The weight in class cells. */
export function weightOf(cells: Float64Array, at: number, width: number): number {
  let weight = 0;
  for (let k = 0; k < width; k++) weight += cells[at + k];
  return weight;
}
