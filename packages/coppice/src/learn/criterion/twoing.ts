import { type Criterion, weightOf } from "./criterion.js";
import { gini } from "./gini.js";

const { rule: _rule, impurityOfTwo: _two, ...plain } = gini;

/**
 * Twoing (D 8.3.2; Breiman et al. 1984, 4.3): classes are grouped into two super-categories, and the split that best
 * separates the groups wins. Over all groupings the best two-class Gini drop is PL·PR/2 · (Σ |p(k|L) - p(k|R)|)²,
 * reached by grouping the classes with a greater share on the left. Not an impurity: nodes are assessed by Gini's.
 */
export const twoing: Criterion = {
  ...plain,
  name: "twoing",
  inForests: "twoing",
  inTrees: "twoing",
  concave: false,
  pair(left, right, width) {
    const l = weightOf(left, 0, width);
    const r = weightOf(right, 0, width);
    if (l === 0 || r === 0) return 0;
    let spread = 0;
    for (let k = 0; k < width; k++) spread += Math.abs(left[k] / l - right[k] / r);
    return (((l * r) / (l + r)) * spread * spread) / 2;
  },
  groups: superclasses,
};

/** The two super-categories of a split: the classes with a greater share on the left, and the rest (absent classes excluded). */
export function superclasses(left: Float64Array, right: Float64Array): [number[], number[]] {
  const l = weightOf(left, 0, left.length);
  const r = weightOf(right, 0, right.length);
  const groups: [number[], number[]] = [[], []];
  left.forEach((w, k) => {
    if (w + right[k] > 0) groups[w / l >= right[k] / r ? 0 : 1].push(k);
  });
  return groups;
}
