import { atLeast, type Branching, firstEqual } from "./candidate.js";

/** One level against all others, as if each level were a 0/1 attribute of its own (A exercise 4). */
export const oneHot: Branching = (tally, { scorer, facts, minLeaf, tolerance }) => {
  const m = tally.codes.length;
  if (m < 2) return undefined;
  const pair = scorer.pairs(tally);
  const found = Array.from({ length: m }, (_, c) => ({ c, ...pair([c]) })).filter(
    ({ leftWeight, rightWeight }) => atLeast(leftWeight, minLeaf) && atLeast(rightWeight, minLeaf),
  );
  const best = firstEqual(found, tolerance);
  if (best === undefined) return undefined;
  const left = tally.codes[best.c];
  const right = Array.from({ length: facts.codes }, (_, code) => code).filter((code) => code !== left);
  const test = { kind: "subset", attribute: tally.attribute, left: [left], right } as const;
  return { test, gain: best.gain, weights: [best.leftWeight, best.rightWeight], compared: m };
};
