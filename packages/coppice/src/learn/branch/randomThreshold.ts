import { attributeKey, Draws } from "../../base/nodeRandom.js";
import type { AttributeFacts, Tally } from "../../engine/port.js";
import { atLeast, type BranchContext, type Branching, type Candidate, firstEqual } from "./candidate.js";

/**
 * Extra-trees (Geurts, Ernst and Wehenkel 2006): a threshold drawn between the least and the greatest known cell at
 * the node, or the best of several.
 */
export const randomThreshold: Branching = (tally, context) => {
  if (tally.codes.length < 2) return undefined;
  const draws = new Draws(attributeKey(context.key, tally.attribute));
  const pair = context.scorer.pairs(tally);
  const found: Candidate[] = [];
  for (let i = 0; i < context.draws; i++) {
    const candidate = oneOf(tally, context, pair, draws.share());
    if (candidate !== undefined) found.push(candidate);
  }
  return firstEqual(found, context.tolerance);
};

function oneOf(
  tally: Tally,
  { facts, minLeaf, draws }: BranchContext,
  pair: ReturnType<BranchContext["scorer"]["pairs"]>,
  share: number,
): Candidate | undefined {
  const threshold = drawnThreshold(tally.codes, facts, share);
  const cellOf = (c: number) => facts.values?.[tally.codes[c]] ?? tally.codes[c];
  const left: number[] = [];
  for (let c = 0; cellOf(c) <= threshold; c++) left.push(c);
  const { gain, leftWeight, rightWeight } = pair(left);
  if (!atLeast(leftWeight, minLeaf) || !atLeast(rightWeight, minLeaf)) return undefined;
  return {
    test: { kind: "threshold", attribute: tally.attribute, threshold },
    gain,
    weights: [leftWeight, rightWeight],
    compared: draws,
  };
}

/** For an ordered attribute the threshold is a code: any but the greatest, with equal probability. */
function drawnThreshold(codes: Int32Array, { values }: AttributeFacts, share: number): number {
  const [first, last] = [codes[0], codes[codes.length - 1]];
  if (values === undefined) return first + Math.floor(share * (last - first));
  return thresholdBetween(values[first], values[last], share);
}

/** From `low` up to, and never at, `high`; where rounding would reach it, `low`. */
export function thresholdBetween(low: number, high: number, share: number): number {
  const range = high - low;
  const drawn = Number.isFinite(range) ? low + share * range : low * (1 - share) + high * share;
  return drawn >= low && drawn < high ? drawn : low;
}
