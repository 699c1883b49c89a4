import { atLeast, type Branching, type Candidate } from "./candidate.js";

/** One level against all others, as if each level were a 0/1 attribute of its own (A exercise 4). */
export const oneHot: Branching = (tally, { scorer, facts, minLeaf, tolerance }) => {
  const m = tally.codes.length;
  if (m < 2) return undefined;
  const pair = scorer.pairs(tally);
  let best: Candidate | undefined;
  for (let c = 0; c < m; c++) {
    const { gain, leftWeight, rightWeight } = pair([c]);
    if (!atLeast(leftWeight, minLeaf) || !atLeast(rightWeight, minLeaf)) continue;
    if (best !== undefined && gain <= best.gain + tolerance) continue;
    const left = tally.codes[c];
    const right = Array.from({ length: facts.codes }, (_, code) => code).filter((code) => code !== left);
    const test = { kind: "subset", attribute: tally.attribute, left: [left], right } as const;
    best = { test, gain, weights: [leftWeight, rightWeight], compared: m };
  }
  return best;
};
