import type { Sequences } from "./sequences.js";

/** The strings of a node, each with the sums of its rows: class weights, or weight, Σu and Σu². */
export interface Sample {
  readonly sequences: Sequences;
  /** Distinct strings, ascending. */
  readonly strings: Int32Array;
  readonly width: number;
  /** Whether the target is numeric. */
  readonly isNumeric: boolean;
  /** sums[i · width + k]: of string i. */
  readonly sums: Float64Array;
  readonly weights: Float64Array;
  readonly total: Float64Array;
  readonly totalWeight: number;
  /** Weight × impurity of sums. */
  readonly impurity: (sums: Float64Array, at: number, width: number) => number;
  /** Fewest rows, by weight, with a pattern and without it. */
  readonly support: number;
}

/** What a test that these rows pass, and all others fail, takes away; undefined where a side has too few rows. */
export function gainOf(sample: Sample, sums: Float64Array, at: number, weight: number): number | undefined {
  const { support, totalWeight, total, width, impurity } = sample;
  if (weight < support || totalWeight - weight < support) return undefined;
  const rest = restOf(sample);
  for (let k = 0; k < width; k++) rest[k] = total[k] - sums[at + k];
  // To the bit the same for the mirror image, whose two sums change places: a tie goes to the shortest pattern.
  return impurity(total, 0, width) - (impurity(sums, at, width) + impurity(rest, 0, width));
}

/**
 * Minus the logarithm of a bound on the chance that rows drawn at random have a class as often, or as rarely, as these have:
 * the greatest over the classes, and over these rows and all others (Chernoff; Hoeffding 1963, who allows for draws without
 * replacement). Where the rows are few, chi-squared makes far too much of a rare class. Infinite for a numeric target.
 */
export function surpriseOf(sample: Sample, sums: Float64Array, at: number, weight: number): number {
  const { total, totalWeight, width, isNumeric } = sample;
  if (isNumeric) return Number.POSITIVE_INFINITY;
  const others = totalWeight - weight;
  let most = 0;
  for (let k = 0; k < width; k++) {
    const share = total[k] / totalWeight;
    const inside = weight * divergence(sums[at + k] / weight, share);
    const outside = others * divergence((total[k] - sums[at + k]) / others, share);
    most = Math.max(most, inside, outside);
  }
  return most;
}

/** Kullback and Leibler's, of one share from another, in nats. */
function divergence(share: number, from: number): number {
  const part = (p: number, q: number) => (p > 0 ? p * Math.log(p / q) : 0);
  return part(share, from) + part(1 - share, 1 - from);
}

const rests = new WeakMap<Sample, Float64Array>();

/** Room for the sums of the other rows, which every candidate needs. */
function restOf(sample: Sample): Float64Array {
  let rest = rests.get(sample);
  if (rest === undefined) {
    rest = new Float64Array(sample.width);
    rests.set(sample, rest);
  }
  return rest;
}

/** The tokens of one of the strings. */
export function idsOf({ sequences: { ids, starts }, strings }: Sample, i: number): Int32Array {
  return ids.subarray(starts[strings[i]], starts[strings[i] + 1]);
}
