import { attributeKey, Draws } from "../../base/nodeRandom.js";
import { others } from "../../engine/levelSets.js";
import { atLeast, type Branching, type Candidate, firstEqual } from "./candidate.js";

/** A division of the levels that occur at the node, drawn from all that leave neither side empty; or the best of several. */
export const randomSubset: Branching = (tally, context) => {
  const m = tally.codes.length;
  if (m < 2) return undefined;
  const draws = new Draws(attributeKey(context.key, tally.attribute));
  const pair = context.scorer.pairs(tally);
  const found: Candidate[] = [];
  for (let i = 0; i < context.draws; i++) {
    const left = drawnSet(m, draws);
    const { gain, leftWeight, rightWeight } = pair(left);
    if (!atLeast(leftWeight, context.minLeaf) || !atLeast(rightWeight, context.minLeaf)) continue;
    const codes = (cells: readonly number[]) => cells.map((c) => tally.codes[c]);
    found.push({
      test: {
        kind: "subset",
        attribute: tally.attribute,
        left: codes(left),
        right: codes(others(left, m)),
      },
      gain,
      weights: [leftWeight, rightWeight],
      compared: context.draws,
    });
  }
  return firstEqual(found, context.tolerance);
};

/**
 * The side of cell 0. Each other cell is on it by one bit: bit (c mod 32) of the word drawn for c div 32. Drawn again
 * as long as every cell is on it, so all 2^(m-1) - 1 divisions are equally likely.
 */
export function drawnSet(m: number, draws: Draws): number[] {
  for (;;) {
    const left = [0];
    let word = draws.next();
    for (let c = 1; c < m; c++) {
      if ((c & 31) === 0) word = draws.next();
      if ((word >>> (c & 31)) & 1) left.push(c);
    }
    if (left.length < m) return left;
  }
}
