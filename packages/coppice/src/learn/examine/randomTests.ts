import { Draws, permutation } from "../../base/nodeRandom.js";
import type { Examine } from "./examination.js";

/**
 * Randomised node optimisation (L): `tests` pairs of attribute and test are drawn, and the best is taken. With few of
 * them trees differ much, with many little. Attributes are drawn with replacement; a draw that falls on an attribute
 * that does not vary at the node is wasted. If all are wasted, attributes are tried in random order until one varies.
 */
export function randomTests(tests: number, attributes: number): Examine {
  return ({ live, key }) => {
    const draws = new Draws(key);
    const drawn = new Map<number, number>();
    for (let i = 0; i < tests; i++) {
      const a = draws.below(attributes);
      drawn.set(a, (drawn.get(a) ?? 0) + 1);
    }
    const alive = new Set(live);
    const first = [...drawn.keys()].filter((a) => alive.has(a));
    const rest = permutation(attributes, draws);
    return {
      attributes: [...first, ...Array.from(rest).filter((a) => alive.has(a) && !drawn.has(a))],
      drawsOf: (a) => drawn.get(a) ?? 1,
      enough: (varied, looked) => varied > 0 && looked >= first.length,
    };
  };
}
