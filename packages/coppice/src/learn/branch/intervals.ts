import type { AttributeFacts, Tally } from "../../engine/port.js";
import { branchOf } from "../../model/test.js";
import { atLeast, type Branching } from "./candidate.js";
import { placeThreshold } from "./placement.js";

/** One branch per interval of a numeric attribute, the edges being the same throughout the tree (ID3, D 8.4.1). */
export function intervals(edges: readonly number[]): Branching {
  return (tally, { scorer, facts, minLeaf }) => {
    const test = { kind: "intervals", attribute: tally.attribute, edges } as const;
    const groups = tally.codes.map((code) => branchOf(test, facts.values![code]));
    const weights = new Array<number>(edges.length + 1).fill(0);
    scorer.weights(tally).forEach((w, c) => {
      weights[groups[c]] += w;
    });
    if (weights.filter((w) => w > 0 && atLeast(w, minLeaf)).length < 2) return undefined;
    return { test, gain: scorer.multiway(tally, groups, weights.length), weights, compared: 1 };
  };
}

/** At most `bins` intervals of equal width between the smallest and the largest value. */
export function equalWidthEdges({ values }: AttributeFacts, bins: number): number[] {
  const low = values![0];
  const high = values![values!.length - 1];
  const edges = Array.from({ length: bins - 1 }, (_, i) => {
    const share = (i + 1) / bins;
    return low * (1 - share) + high * share;
  });
  return distinctInside(edges, values!);
}

/** At most `bins` intervals of about equal weight, cut midway between neighbouring values. */
export function equalFrequencyEdges(
  { values }: AttributeFacts,
  tally: Tally,
  weights: Float64Array,
  bins: number,
): number[] {
  const total = weights.reduce((a, b) => a + b, 0);
  const edges: number[] = [];
  let sum = 0;
  for (let c = 0; c + 1 < tally.codes.length; c++) {
    sum += weights[c];
    const bin = Math.floor((sum / total) * bins + 1e-9);
    if (bin > Math.floor(((sum - weights[c]) / total) * bins + 1e-9)) {
      const [low, high] = [values![tally.codes[c]], values![tally.codes[c + 1]]];
      edges.push(placeThreshold("midpoint", low, high, 0.5, values!));
    }
  }
  return distinctInside(edges, values!);
}

/** Ascending, finite, and with values on both sides. */
function distinctInside(edges: number[], values: Float64Array): number[] {
  const high = values[values.length - 1];
  return [...new Set(edges)].filter((edge) => edge >= values[0] && edge < high).sort((a, b) => a - b);
}
