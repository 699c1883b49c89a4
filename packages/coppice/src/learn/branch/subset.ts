import { compareSets, others, withFirst } from "../../engine/levelSets.js";
import type { Tally } from "../../engine/port.js";
import { weightOf } from "../criterion/criterion.js";
import type { Curve } from "../criterion/scorer.js";
import { atLeast, type BranchContext, type Branching, type Candidate, firstEqual } from "./candidate.js";

export interface SubsetOptions {
  /** Strictly concave criterion: the ordering shortcut is exact for two classes and for a numeric target. */
  readonly concave: boolean;
  /** Up to this many levels all 2^(m-1) - 1 divisions are tried where no exact shortcut exists. */
  readonly maxExhaustive: number;
}

/**
 * A two-way test on sets of levels (CART). With a strictly concave criterion and two classes, or a numeric target,
 * the best set is a run of the levels in order of their share or mean (Breiman et al. 1984). Otherwise all divisions
 * are tried up to `maxExhaustive` levels; beyond, the runs of the orders by each class's share: a heuristic.
 * Equal gains go to the smallest set, then to the lowest levels. With very many levels and classes there is one order
 * only, see `bestOfOneOrder`.
 */
export function subset({ concave, maxExhaustive }: SubsetOptions): Branching {
  return (tally, context) => {
    const m = tally.codes.length;
    if (m < 2) return undefined;
    const { classes } = context;
    if (concave && classes.length <= 2) return bestRun(tally, context, classes.slice(0, 1));
    const all = m <= maxExhaustive;
    if (all && !isTooMuch(tally, context, 2 ** (m - 1), MOST_SETS)) return bestOfAll(tally, context);
    return isTooMuch(tally, context, m * classes.length, MOST_RUNS)
      ? bestOfOneOrder(tally, context)
      : bestRun(tally, context, classes);
  };
}

/** Levels × orders × classes whose sums each step changes, up to which every class has an order of its own. */
const MOST_WORK = 2 ** 19;
/**
 * The same if the classes at the node have fewer than two rows each on average, so that no order or set generalises: for
 * runs of orders, and for all sets.
 */
const MOST_RUNS = 2 ** 14;
const MOST_SETS = 2 ** 15;

/** Whether this many divisions, each of which takes a sum over all classes, exceeds the limit. */
function isTooMuch(tally: Tally, { classes, scorer }: BranchContext, tried: number, most: number): boolean {
  const work = tried * tally.missing.length;
  if (work <= most) return false;
  // All sets of few levels are never more than this.
  if (work > MOST_WORK && most === MOST_RUNS) return true;
  const weight = scorer.weights(tally).reduce((a, b) => a + b, 0);
  return weight < 2 * classes.length;
}

/**
 * For very many levels and classes, such as numbers that were read as text: one order of the levels, by the share of the
 * most frequent classes that make up half of the node, so that a node takes levels × classes steps. Of runs that gain the
 * same the most even one wins: where nearly every row has a class of its own all of them do, and trees that set aside
 * one level at a time would be as deep as there are rows.
 */
function bestOfOneOrder(tally: Tally, context: BranchContext): Candidate | undefined {
  const m = tally.codes.length;
  const order = ascending(sharesOf(mostFrequentHalf(tally), tally, context.scorer.weights(tally)));
  const curve = context.scorer.curve(tally, order);
  const top = greatestGain(curve, context.minLeaf);
  if (top === Number.NEGATIVE_INFINITY || top < context.beat - 3 * context.tolerance) return undefined;
  const unevenness = (i: number) => Math.abs(curve.known - 2 * curve.leftWeight[i]);
  let best = -1;
  for (let i = 0; i < curve.length; i++) {
    if (curve.gain[i] < top - context.tolerance || !allowed(curve, i, context.minLeaf)) continue;
    if (best < 0 || unevenness(i) < unevenness(best)) best = i;
  }
  const left = curve.leftWeight[best];
  const run = Array.from(order.subarray(0, best + 1));
  return candidate(tally, canonical(run, m, curve.gain[best], left, curve.known - left), m - 1);
}

function bestRun(tally: Tally, context: BranchContext, classes: readonly number[]): Candidate | undefined {
  const m = tally.codes.length;
  let best: Found | undefined;
  for (const k of classes) {
    const order = ascending(context.scorer.keys(tally, k));
    const curve = context.scorer.curve(tally, order);
    const top = greatestGain(curve, context.minLeaf);
    if (top < context.beat - 3 * context.tolerance) continue;
    for (let i = 0; i < curve.length; i++) {
      if (curve.gain[i] < top - context.tolerance || !allowed(curve, i, context.minLeaf)) continue;
      const run = Array.from(order.subarray(0, i + 1));
      const left = curve.leftWeight[i];
      best = better(best, canonical(run, m, curve.gain[i], left, curve.known - left), context.tolerance);
    }
  }
  return best && candidate(tally, best, classes.length * (m - 1));
}

/** The most frequent classes that together make up half of the known weight, the earlier of equals first. */
function mostFrequentHalf({ cells, missing: { length: width } }: Tally): number[] {
  const sums = new Float64Array(width);
  for (let i = 0; i < cells.length; i++) sums[i % width] += cells[i];
  const half = weightOf(sums, 0, width) / 2;
  const mostFrequent: number[] = [];
  let weight = 0;
  for (const k of Array.from(sums.keys()).sort((a, b) => sums[b] - sums[a] || a - b)) {
    if (weight >= half) break;
    mostFrequent.push(k);
    weight += sums[k];
  }
  return mostFrequent;
}

/** The share that some classes together have of each cell. */
function sharesOf(classes: readonly number[], tally: Tally, weights: Float64Array): Float64Array {
  const width = tally.missing.length;
  return weights.map((weight, c) => {
    let sum = 0;
    for (const k of classes) sum += tally.cells[c * width + k];
    return sum / weight;
  });
}

function allowed({ leftWeight, known }: Curve, i: number, minLeaf: number): boolean {
  return atLeast(leftWeight[i], minLeaf) && atLeast(known - leftWeight[i], minLeaf);
}

function greatestGain(curve: Curve, minLeaf: number): number {
  let top = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < curve.length; i++)
    if (curve.gain[i] > top && allowed(curve, i, minLeaf)) top = curve.gain[i];
  return top;
}

/** The indexes in ascending order of their keys, the lower index first among equals. */
function ascending(keys: Float64Array): Int32Array {
  const order = new Int32Array(keys.length);
  if (keys.length > 50) return order.map((_, i) => i).sort((a, b) => keys[a] - keys[b] || a - b);
  for (let i = 0; i < keys.length; i++) {
    let j = i;
    for (; j > 0 && keys[order[j - 1]] > keys[i]; j--) order[j] = order[j - 1];
    order[j] = i;
  }
  return order;
}

function bestOfAll(tally: Tally, { scorer, minLeaf, tolerance }: BranchContext): Candidate | undefined {
  const pair = scorer.pairs(tally);
  const sets = divisions(tally.codes.length);
  const found: Found[] = [];
  for (const left of sets) {
    const { gain, leftWeight, rightWeight } = pair(left);
    if (atLeast(leftWeight, minLeaf) && atLeast(rightWeight, minLeaf))
      found.push({ left, gain, weights: [leftWeight, rightWeight] });
  }
  // The sets come smallest first, and so does the first of equals.
  const best = firstEqual(found, tolerance);
  return best && candidate(tally, best, sets.length);
}

interface Found {
  /** Cells, ascending, the first cell among them. */
  readonly left: readonly number[];
  readonly gain: number;
  readonly weights: readonly [number, number];
}

function canonical(
  run: readonly number[],
  m: number,
  gain: number,
  leftWeight: number,
  rightWeight: number,
): Found {
  const weights = run.includes(0)
    ? ([leftWeight, rightWeight] as const)
    : ([rightWeight, leftWeight] as const);
  return { left: withFirst(run, m), gain, weights };
}

function better(best: Found | undefined, found: Found, tolerance: number): Found {
  if (best === undefined || found.gain > best.gain + tolerance) return found;
  if (found.gain < best.gain - tolerance) return best;
  return compareSets(found.left, best.left) < 0 ? found : best;
}

const divisionCache = new Map<number, readonly (readonly number[])[]>();

/** Every division of m cells in two, as the side with cell 0, smallest first. */
export function divisions(m: number): readonly (readonly number[])[] {
  let sets = divisionCache.get(m);
  if (sets === undefined) {
    const made: number[][] = [];
    for (let mask = 0; mask < 2 ** (m - 1) - 1; mask++) {
      const left = [0];
      for (let c = 1; c < m; c++) if (mask & (1 << (c - 1))) left.push(c);
      made.push(left);
    }
    sets = made.sort(compareSets);
    divisionCache.set(m, sets);
  }
  return sets;
}

function candidate(tally: Tally, { left, gain, weights }: Found, compared: number): Candidate {
  const test = {
    kind: "subset",
    attribute: tally.attribute,
    left: left.map((c) => tally.codes[c]),
    right: others(left, tally.codes.length).map((c) => tally.codes[c]),
  } as const;
  return { test, gain, weights, compared };
}
