import type { RankWeights, Summary, TargetFacts } from "../../engine/port.js";
import { type Costs, labelOf } from "../../model/costs.js";
import type { ClassFacts, NodeFacts, ValueFacts } from "../../model/tree.js";
import { deviationOf, medianOf } from "../criterion/medianScorer.js";
import { midrangeOf, worstOf } from "../criterion/worstError.js";

/** The majority class, the lowest on a tie. */
export function plurality(counts: ArrayLike<number>): number {
  return labelOf(counts, undefined);
}

/** The facts of a node. A node that no row reached has those of its parent. */
export function classFacts(sums: Float64Array, parent: ClassFacts | undefined, costs?: Costs): ClassFacts {
  return classFactsAt(sums, 0, sums.length, parent, costs);
}

/** The same, if the node's sums begin at a place of longer ones. */
export function classFactsAt(
  sums: Float64Array,
  at: number,
  classes: number,
  parent: ClassFacts | undefined,
  costs?: Costs,
): ClassFacts {
  let weight = 0;
  for (let k = at; k < at + classes; k++) weight += sums[k];
  if (weight <= 0 && parent !== undefined) return { weight: 0, counts: parent.counts, label: parent.label };
  const counts = new Array<number>(classes);
  for (let k = 0; k < classes; k++) counts[k] = sums[at + k];
  return { weight, counts, label: labelOf(counts, costs) };
}

type ValueTarget = Extract<TargetFacts, { kind: "values" }>;

export function meanFacts(
  { sums, pure }: Pick<Summary, "sums" | "pure">,
  target: Pick<ValueTarget, "center" | "denominator">,
  parent: ValueFacts | undefined,
): ValueFacts {
  const [weight, u1, u2] = sums;
  if (weight <= 0) return repeat(parent);
  return { weight, value: meanValue(weight, u1, target), error: meanError(weight, u1, u2, pure, target) };
}

/** The mean if growth uses ranks: their sums are those that the engine would return. */
export function meanOfRanks(
  ranks: RankWeights,
  pure: boolean,
  target: ValueTarget,
  parent: ValueFacts | undefined,
): ValueFacts {
  const [weight, u1, u2] = momentsOf(ranks, target.units);
  if (weight <= 0) return repeat(parent);
  return { weight, value: meanValue(weight, u1, target), error: meanError(weight, u1, u2, pure, target) };
}

/** Weight, Σu and Σu². */
export function momentsOf({ ranks, weights }: RankWeights, units: Float64Array): [number, number, number] {
  let [weight, u1, u2] = [0, 0, 0];
  for (let i = 0; i < ranks.length; i++) {
    const u = units[ranks[i]];
    weight += weights[i];
    u1 += weights[i] * u;
    u2 += weights[i] * u * u;
  }
  return [weight, u1, u2];
}

export function meanValue(
  weight: number,
  u1: number,
  target: Pick<ValueTarget, "center" | "denominator">,
): number {
  return inTargetUnits(u1 / weight, target);
}

/** Mean squared error around the mean. */
export function meanError(
  weight: number,
  u1: number,
  u2: number,
  pure: boolean,
  { denominator }: Pick<ValueTarget, "denominator">,
): number {
  const mean = u1 / weight;
  const spread = pure ? 0 : Math.max(0, u2 / weight - mean * mean);
  return Math.min(spread / denominator / denominator, Number.MAX_VALUE);
}

export function medianFacts(
  ranks: RankWeights,
  target: ValueTarget,
  parent: ValueFacts | undefined,
): ValueFacts {
  const weight = ranks.weights.reduce((a, b) => a + b, 0);
  if (weight <= 0) return repeat(parent);
  const error = Math.min(deviationOf(ranks, target.units) / weight / target.denominator, Number.MAX_VALUE);
  return { weight, value: inTargetUnits(medianOf(ranks, target.units), target), error };
}

/** The middle of the range; its error is the worst of any row. */
export function midrangeFacts(
  ranks: RankWeights,
  target: ValueTarget,
  parent: ValueFacts | undefined,
): ValueFacts {
  const weight = ranks.weights.reduce((a, b) => a + b, 0);
  if (weight <= 0) return repeat(parent);
  const error = Math.min(worstOf(ranks, target.units) / target.denominator, Number.MAX_VALUE);
  return { weight, value: inTargetUnits(midrangeOf(ranks, target.units), target), error };
}

function repeat(parent: ValueFacts | undefined): ValueFacts {
  return { weight: 0, value: parent?.value ?? 0, error: parent?.error ?? 0 };
}

function inTargetUnits(unit: number, target: Pick<ValueTarget, "center" | "denominator">): number {
  return (target.center + unit) / target.denominator;
}

export function isClassFacts(facts: NodeFacts): facts is ClassFacts {
  return "counts" in facts;
}
