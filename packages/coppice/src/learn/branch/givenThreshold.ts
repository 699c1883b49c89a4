import { atLeast, type Branching, type Candidate } from "./candidate.js";

/** A two-way test at a threshold that is known already, if it leaves enough rows on both sides. */
export function givenThreshold(threshold: number): Branching {
  return (tally, context) => {
    const { values } = context.facts;
    if (values === undefined) return undefined;
    const curve = context.scorer.curve(tally);
    let last = -1;
    while (last + 1 < curve.length && values[tally.codes[last + 1]] <= threshold) last++;
    // All rows are on one side, unless the last code is beyond the threshold.
    if (last < 0 || values[tally.codes[tally.codes.length - 1]] <= threshold) return undefined;
    const left = curve.leftWeight[last];
    const weights = [left, curve.known - left];
    if (!weights.every((weight) => atLeast(weight, context.minLeaf))) return undefined;
    if (curve.gain[last] < context.beat - 3 * context.tolerance) return undefined;
    return {
      test: { kind: "threshold", attribute: tally.attribute, threshold },
      gain: curve.gain[last],
      weights,
      compared: 1,
    } satisfies Candidate;
  };
}
