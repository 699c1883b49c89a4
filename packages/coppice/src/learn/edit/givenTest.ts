import { branchOf, type Test } from "../../model/test.js";
import type { Branching, Candidate } from "../branch/candidate.js";

/** A test that is given, with what it gains; `minLeaf` does not count. None if fewer than two branches have rows. */
export function givenTest(test: Test, branches: number): Branching {
  return (tally, { scorer, facts }) => {
    const groups = Array.from(tally.codes, (code) => branchOf(test, facts.values?.[code] ?? code));
    if (groups.some((branch) => branch < 0)) return undefined;
    const { gain, weights } = scoredBy();
    if (weights.filter((weight) => weight > 0).length < 2) return undefined;
    return { test, gain, weights, compared: 1 } satisfies Candidate;

    /** Thresholds and sets are scored by the operations of the searches for them: sums of parts of rows are rounded. */
    function scoredBy(): { readonly gain: number; readonly weights: readonly number[] } {
      if (test.kind === "threshold") {
        const curve = scorer.curve(tally);
        const last = groups.lastIndexOf(0);
        if (last < 0 || last >= curve.length) return { gain: 0, weights: [] };
        return {
          gain: curve.gain[last],
          weights: [curve.leftWeight[last], curve.known - curve.leftWeight[last]],
        };
      }
      if (test.kind === "subset") {
        const left = groups.flatMap((branch, c) => (branch === 0 ? [c] : []));
        const { gain, leftWeight, rightWeight } = scorer.pairs(tally)(left);
        return { gain, weights: [leftWeight, rightWeight] };
      }
      const weights = new Array<number>(branches).fill(0);
      scorer.weights(tally).forEach((weight, c) => {
        weights[groups[c]] += weight;
      });
      return { gain: scorer.multiway(tally, groups, branches), weights };
    }
  };
}
