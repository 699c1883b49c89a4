import type { Branching } from "./candidate.js";

/** As many as the coefficients of a measure are printed with. */
const LEAST_DIGITS = 3;

/** How far a threshold may move, as a share of the gap: where in the gap it was fitted decides about rows to come. */
const MOST_MOVED = 0.05;

/**
 * Thresholds of a measure with as few digits as keep them where they are between the neighbouring values at the node: the digits
 * beyond these say nothing about the rows.
 */
export function shortThresholds(branching: Branching): Branching {
  return (tally, context) => {
    const found = branching(tally, context);
    const { values } = context.facts;
    if (found === undefined || values === undefined) return found;
    const short = (threshold: number) => shortest(threshold, gapAround(threshold, tally.codes, values));
    const { test } = found;
    if (test.kind === "threshold") return { ...found, test: { ...test, threshold: short(test.threshold) } };
    if (test.kind === "intervals") return { ...found, test: { ...test, edges: test.edges.map(short) } };
    return found;
  };
}

interface Gap {
  readonly low: number;
  readonly high: number;
}

/** The last value that is at most the threshold, and the next. */
function gapAround(threshold: number, codes: ArrayLike<number>, values: Float64Array): Gap {
  let [low, high] = [0, codes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[codes[middle]] <= threshold) low = middle + 1;
    else high = middle;
  }
  return {
    low: low > 0 ? values[codes[low - 1]] : Number.NEGATIVE_INFINITY,
    high: low < codes.length ? values[codes[low]] : Number.POSITIVE_INFINITY,
  };
}

/** Of the decimals nearest to x, the shortest in the gap (at least low, below high) that is hardly moved. */
export function shortest(x: number, { low, high }: Gap): number {
  const most = MOST_MOVED * (high - low);
  for (let digits = LEAST_DIGITS; digits < 17; digits++) {
    const short = Number(x.toPrecision(digits));
    if (short >= low && short < high && Math.abs(short - x) <= most) return short;
  }
  return x;
}
