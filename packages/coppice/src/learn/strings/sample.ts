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
  return impurity(total, 0, width) - impurity(sums, at, width) - impurity(rest, 0, width);
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
