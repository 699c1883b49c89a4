import { atLeast, type Branching } from "./candidate.js";

/** One branch per declared level; at least two of them must have the minimum weight. */
export const perLevel: Branching = (tally, { scorer, facts, minLeaf }) => {
  const weights = new Array<number>(facts.codes).fill(0);
  scorer.weights(tally).forEach((w, c) => {
    weights[tally.codes[c]] = w;
  });
  if (tally.codes.length < 2 || weights.filter((w) => w > 0 && atLeast(w, minLeaf)).length < 2)
    return undefined;
  const groups = tally.codes.map((_, c) => c);
  return {
    test: { kind: "levels", attribute: tally.attribute },
    gain: scorer.multiway(tally, groups, groups.length),
    weights,
    compared: 1,
  };
};
