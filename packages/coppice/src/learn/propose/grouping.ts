import { fisher } from "./fisher.js";
import { bestCut } from "./giniGain.js";
import { addMultiple } from "./margin.js";
import type { Scatter } from "./scatter.js";
import type { Grouping, LabelledDesign } from "./sides.js";

/** Two groups of the class means by 2-means clustering, starting from the two that are furthest apart (Loh and Shih 1997). */
export function twoMeans({ order, classes, means, classWeights }: Scatter): Grouping {
  const meanOf = (k: number) => means.subarray(k * order, (k + 1) * order);
  let [first, second] = furthest(classes, (a, b) => squaredDistance(meanOf(a), meanOf(b))).map((k) =>
    Float64Array.from(meanOf(k)),
  );
  let grouping: boolean[] = [];
  // Every step lowers the sum of squares, so no grouping occurs twice.
  for (;;) {
    const next = Array.from({ length: classes }, (_, k) => {
      return squaredDistance(meanOf(k), second) < squaredDistance(meanOf(k), first);
    });
    if (next.every((side, k) => side === grouping[k]) || !next.includes(true) || !next.includes(false))
      return grouping.length > 0 ? grouping : next.map((_, k) => k === classes - 1);
    grouping = next;
    [first, second] = [false, true].map((side) => {
      const sum = new Float64Array(order);
      let weight = 0;
      for (let k = 0; k < classes; k++) {
        if (grouping[k] !== side) continue;
        weight += classWeights[k];
        for (let j = 0; j < order; j++) sum[j] += classWeights[k] * meanOf(k)[j];
      }
      return sum.map((s) => s / weight);
    });
  }
}

/**
 * Guo and Gelfand's exchange (1992): from the groups of 2-means, the class whose move to the other group lowers the impurity
 * of the best cut most is moved, until no move does. Directions are Fisher's.
 */
export function exchange(rows: LabelledDesign, scatter: Scatter, shrinkage: number): Grouping {
  let grouping = twoMeans(scatter);
  if (rows.classes === 2) return grouping;
  let least = impurityAlong(rows, scatter, fisher(scatter, grouping, shrinkage));
  for (;;) {
    let better: Grouping | undefined;
    for (let k = 0; k < rows.classes; k++) {
      const moved = grouping.map((side, c) => (c === k ? !side : side));
      if (!moved.includes(true) || !moved.includes(false)) continue;
      const impurity = impurityAlong(rows, scatter, fisher(scatter, moved, shrinkage));
      if (impurity >= least - 1e-9 * scatter.totalWeight) continue;
      least = impurity;
      better = moved;
    }
    if (better === undefined) return grouping;
    grouping = better;
  }
}

function impurityAlong(
  { design, labels }: LabelledDesign,
  scatter: Scatter,
  direction: Float64Array,
): number {
  const values = new Float64Array(design.size);
  design.columns.forEach((column, j) => {
    addMultiple(values, column, direction[j]);
  });
  return bestCut(values, labels, design.weights, scatter.classWeights).impurity;
}

function squaredDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += (a[j] - b[j]) ** 2;
  return sum;
}

/** The first of the pairs with the greatest distance. */
function furthest(count: number, distance: (a: number, b: number) => number): [number, number] {
  let best: [number, number] = [0, 1];
  let most = -1;
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      const d = distance(a, b);
      if (d <= most) continue;
      most = d;
      best = [a, b];
    }
  }
  return best;
}
