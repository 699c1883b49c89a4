import type { RankWeights, Summary, TargetFacts } from "../../engine/port.js";
import type { ClassFacts, NodeFacts, ValueFacts } from "../../model/tree.js";
import { deviationOf, medianOf } from "../criterion/medianScorer.js";

/** The commonest class, the lowest on a tie; differences within the rounding of shared rows are ties. */
export function plurality(counts: ArrayLike<number>): number {
  let label = 0;
  for (let k = 1; k < counts.length; k++)
    if (counts[k] > counts[label] + 1e-9 * Math.abs(counts[label])) label = k;
  return label;
}

/** What a node says of its rows. A node that no row reached repeats its parent. */
export function classFacts(sums: Float64Array, parent: ClassFacts | undefined): ClassFacts {
  const weight = sums.reduce((a, b) => a + b, 0);
  if (weight <= 0 && parent !== undefined) return { weight: 0, counts: parent.counts, label: parent.label };
  return { weight, counts: Array.from(sums), label: plurality(sums) };
}

type ValueTarget = Extract<TargetFacts, { kind: "values" }>;

export function meanFacts(
  { sums, pure }: Summary,
  target: ValueTarget,
  parent: ValueFacts | undefined,
): ValueFacts {
  const [weight, u1, u2] = sums;
  if (weight <= 0) return repeat(parent);
  const mean = u1 / weight;
  const spread = pure ? 0 : Math.max(0, u2 / weight - mean * mean);
  const error = Math.min(spread / target.denominator / target.denominator, Number.MAX_VALUE);
  return { weight, value: inTargetUnits(mean, target), error };
}

export function medianFacts(
  ranks: RankWeights,
  target: ValueTarget,
  parent: ValueFacts | undefined,
): ValueFacts {
  const weight = ranks.weights.reduce((a, b) => a + b, 0);
  if (weight <= 0) return repeat(parent);
  const error = deviationOf(ranks, target.units) / weight / target.denominator;
  return { weight, value: inTargetUnits(medianOf(ranks, target.units), target), error };
}

function repeat(parent: ValueFacts | undefined): ValueFacts {
  return { weight: 0, value: parent?.value ?? 0, error: parent?.error ?? 0 };
}

function inTargetUnits(unit: number, target: ValueTarget): number {
  return (target.center + unit) / target.denominator;
}

export function isClassFacts(facts: NodeFacts): facts is ClassFacts {
  return "counts" in facts;
}
