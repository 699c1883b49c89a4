import type { Tally } from "../../engine/port.js";
import type { Scorer } from "../criterion/scorer.js";
import { atLeast, type BranchContext, type Branching, type Candidate } from "./candidate.js";
import { type Placement, placeThreshold } from "./placement.js";

/**
 * Two thresholds and three branches where they gain more than twice as much as one threshold (A ex. 2), else what
 * `binary` finds: a test with two thresholds adds as many leaves as two tests with one.
 */
export function ternary(binary: Branching, placement: Placement): Branching {
  return (tally, context) => {
    const one = binary(tally, context);
    const two = twoThresholds(tally, context, placement);
    if (one === undefined || two === undefined) return one ?? two;
    return two.gain / 2 > one.gain + context.tolerance ? two : one;
  };
}

function twoThresholds(tally: Tally, context: BranchContext, placement: Placement): Candidate | undefined {
  const { scorer, facts, minLeaf, tolerance } = context;
  const cells = tally.codes.length;
  const upTo = cumulated(scorer.weights(tally));
  const allowed = (low: number, high: number) =>
    atLeast(upTo[low], minLeaf) &&
    atLeast(upTo[high] - upTo[low], minLeaf) &&
    atLeast(upTo[cells] - upTo[high], minLeaf);
  const found = leastImpurity(scorer.spans!(tally), cells, allowed, tolerance);
  if (found === undefined) return undefined;
  const [low, high] = found;
  const groups = Array.from({ length: cells }, (_, c) => (c < low ? 0 : c < high ? 1 : 2));
  const weights = [upTo[low], upTo[high] - upTo[low], upTo[cells] - upTo[high]];
  const edge = (cut: number) => {
    if (facts.values === undefined) return tally.codes[cut - 1];
    const [below, above] = [facts.values[tally.codes[cut - 1]], facts.values[tally.codes[cut]]];
    return placeThreshold(placement, below, above, upTo[cut] / upTo[cells], facts.values);
  };
  return {
    test: { kind: "intervals", attribute: tally.attribute, edges: [edge(low), edge(high)] },
    gain: scorer.multiway(tally, groups, 3),
    weights,
    compared: ((cells - 1) * (cells - 2)) / 2,
  };
}

function cumulated(weights: Float64Array): Float64Array {
  const sums = new Float64Array(weights.length + 1);
  weights.forEach((weight, c) => {
    sums[c + 1] = sums[c] + weight;
  });
  return sums;
}

type Span = ReturnType<NonNullable<Scorer["spans"]>>;

/** Pairs of cuts: the lower one in [low, lowTo], the higher one in [high, highTo]. */
interface Box {
  readonly low: number;
  readonly lowTo: number;
  readonly high: number;
  readonly highTo: number;
  readonly bound: number;
}

/**
 * The pair of cuts, a cut being the number of cells below it, with the least impurity; of equal ones the first. Exact:
 * the impurity of rows is at least that of parts of them, so cells between the possible positions of a cut may be left
 * out for a bound on all pairs of a box, and boxes whose bound exceeds the best pair are dropped.
 */
function leastImpurity(
  span: Span,
  cells: number,
  allowed: (low: number, high: number) => boolean,
  tolerance: number,
): readonly [number, number] | undefined {
  const box = (low: number, lowTo: number, high: number, highTo: number): Box => ({
    low,
    lowTo,
    high,
    highTo,
    bound: span(0, low) + (lowTo < high ? span(lowTo, high) : 0) + span(highTo, cells),
  });
  let least = Number.POSITIVE_INFINITY;
  let found: readonly [number, number] | undefined;
  const open = cells < 3 ? [] : [box(1, cells - 2, 2, cells - 1)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.bound > least + tolerance) continue;
    const { low, lowTo, high, highTo } = next;
    if (low === lowTo && high === highTo) {
      const isFirst = next.bound < least - tolerance || comesBefore(low, high, found);
      if (low < high && allowed(low, high) && isFirst) {
        found = [low, high];
        least = Math.min(least, next.bound);
      }
      continue;
    }
    // The better half is searched first: it makes the limit low.
    open.push(...halves(next, box).sort((a, b) => b.bound - a.bound));
  }
  return found;
}

function comesBefore(low: number, high: number, found: readonly [number, number] | undefined): boolean {
  return found === undefined || low < found[0] || (low === found[0] && high < found[1]);
}

/** A box in two along its longer side, without pairs whose cuts are in the wrong order, as far as that is possible. */
function halves(
  { low, lowTo, high, highTo }: Box,
  box: (low: number, lowTo: number, high: number, highTo: number) => Box,
): Box[] {
  if (lowTo - low > highTo - high) {
    const middle = (low + lowTo) >> 1;
    const above = Math.max(high, middle + 2);
    const first = box(low, middle, high, highTo);
    return above <= highTo ? [first, box(middle + 1, lowTo, above, highTo)] : [first];
  }
  const middle = (high + highTo) >> 1;
  const below = Math.min(lowTo, middle - 1);
  const second = box(low, lowTo, middle + 1, highTo);
  return low <= below ? [box(low, below, high, middle), second] : [second];
}
