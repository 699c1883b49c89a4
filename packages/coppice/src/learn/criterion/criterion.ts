import type { ForestImpurity, ImpurityRule, OtherImpurity, TreeImpurity } from "../../base/impurity.js";
import type { Statistic, TargetFacts } from "../../engine/port.js";
import type { Task } from "../../model/tree.js";
import type { Scorer } from "./scorer.js";

/** A loss matrix: true classes down, predictions across. */
export type LossMatrix = readonly (readonly number[])[];

/**
 * Which test? A criterion measures impurity; a test is worth the impurity it removes. Impurities are multiplied by
 * the weight of the rows they describe, so that those of branches simply add up.
 *
 * Criteria are given sums as cells[at … at + width): class weights, or weight, Σu and Σu².
 *
 * Everything that shared code needs to know about a criterion is declared here: nothing checks its name.
 */
export interface Criterion {
  readonly name: string;
  readonly task: Task;
  readonly statistic: Statistic;
  /** Weight × impurity; 0 for pure rows. */
  impurity(cells: Float64Array, at: number, width: number): number;
  /** The same for two classes: where most time is spent. */
  impurityOfTwo?(a: number, b: number): number;
  /** The impurity without a term that cancels in every drop, so that there is less to round. */
  partOfDrop?(cells: Float64Array, at: number): number;
  /**
   * Weight × goodness of a two-way split, for a criterion that is no impurity (twoing). Absent: the drop in impurity.
   */
  pair?(left: Float64Array, right: Float64Array, width: number): number;
  /** The two groups of classes that a binary split separates, if the criterion searches for groups. */
  groups?(left: Float64Array, right: Float64Array): [number[], number[]];
  /** Scores tallies itself, if the impurity cannot be computed from sums. */
  scorer?(target: TargetFacts): Scorer;
  /**
   * Strictly concave: for two classes, or a numeric target, the best set of levels is then a run of the levels in
   * order of their share of class 1 (Breiman et al. 1984, theorem 4.5), or of their mean.
   */
  readonly concave: boolean;
  /** The gain is in bits, so that a description length may be charged to it. */
  readonly inBits?: boolean;
  /** The gain is always divided by the split's own entropy. */
  readonly scaled?: boolean;
  /** What a leaf predicts of a numeric target: the value around which this error is least. Absent: the mean. */
  readonly leaf?: "mean" | "median" | "midrange";
  /** The power of the target's unit in which the impurity is measured. Default: 2. */
  readonly degree?: 1 | 2;
  /** This criterion with these losses built in; it is then given class weights without them. */
  withLoss?(loss: LossMatrix | undefined): Criterion;
  /** The rule by which engines compute the identical impurity; absent if they do not support it. */
  readonly rule?: ImpurityRule;
  /** How the kernels of forests compute the identical gains; absent: by that rule, if there is one. */
  readonly inForests?: ForestImpurity;
  /** How engines that grow whole trees compute the identical gains, if they have no rule for it; and the losses that it is made of. */
  readonly inTrees?: OtherImpurity;
  readonly losses?: LossMatrix;
  /** The same for class weights that are multiplied by these factors first. */
  readonly factored?: { readonly rule: TreeImpurity; readonly factors: readonly number[] };
  /** The rule by which engines compute an impurity of which this is a multiple, if they do not support it itself. */
  readonly multiple?: { readonly of: ImpurityRule; readonly by: number };
}

/** The weight in class cells. */
export function weightOf(cells: Float64Array, at: number, width: number): number {
  let weight = 0;
  for (let k = 0; k < width; k++) weight += cells[at + k];
  return weight;
}
