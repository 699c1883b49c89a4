import type { Tally } from "../../engine/port.js";
import { atLeast, type BranchContext, type Candidate } from "./candidate.js";
import { type Placement, placeThreshold } from "./placement.js";

/** Thresholds that divide the rows into about equal parts: candidates that may be worth more further down the tree. */
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
  return [...cuts]
    .filter((i) => atLeast(leftWeight[i], minLeaf) && atLeast(known - leftWeight[i], minLeaf))
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
