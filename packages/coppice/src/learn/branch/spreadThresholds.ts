import type { Tally } from "../../engine/port.js";
import { atLeast, type BranchContext, type Candidate } from "./candidate.js";
import { type Placement, placeThreshold } from "./placement.js";

/**
 * Thresholds that divide the rows into about equal parts, and a quarter as many in the widest gaps between values, where
 * groups of rows lie apart: candidates that may be worth more further down the tree.
 */
export function spreadThresholds(
  tally: Tally,
  { scorer, facts, minLeaf }: BranchContext,
  count: number,
  placement: Placement,
): Candidate[] {
  const { gain, leftWeight, known, length } = scorer.curve(tally);
  const cuts = new Set<number>();
  for (let i = 0; i < length; i++) {
    const part = Math.floor((leftWeight[i] / known) * (count + 1));
    const before = i === 0 ? 0 : Math.floor((leftWeight[i - 1] / known) * (count + 1));
    if (part > before) cuts.add(i);
  }
  const isLargeEnough = (i: number) =>
    atLeast(leftWeight[i], minLeaf) && atLeast(known - leftWeight[i], minLeaf);
  for (const i of widestGaps(tally, facts.values, length, isLargeEnough, Math.ceil(count / 4))) cuts.add(i);
  return [...cuts]
    .filter(isLargeEnough)
    .sort((a, b) => a - b)
    .map((i) => ({
      test: { kind: "threshold", attribute: tally.attribute, threshold: edge(i) },
      gain: gain[i],
      weights: [leftWeight[i], known - leftWeight[i]],
      compared: length,
    }));

  function edge(i: number): number {
    const { values } = facts;
    if (values === undefined) return tally.codes[i];
    const [low, high] = [values[tally.codes[i]], values[tally.codes[i + 1]]];
    return placeThreshold(placement, low, high, leftWeight[i] / known, values);
  }
}

/** The cuts between the values that are furthest apart; of equal gaps the lower. */
function widestGaps(
  { codes }: Tally,
  values: Float64Array | undefined,
  length: number,
  isAllowed: (cut: number) => boolean,
  most: number,
): number[] {
  if (values === undefined) return [];
  const gap = (i: number) => values[codes[i + 1]] - values[codes[i]];
  const cuts = Array.from({ length }, (_, i) => i).filter(isAllowed);
  return cuts.sort((a, b) => gap(b) - gap(a) || a - b).slice(0, most);
}
