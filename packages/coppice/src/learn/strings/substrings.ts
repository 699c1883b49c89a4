import { Best, type Found } from "./best.js";
import { gainOf, idsOf, type Sample, surpriseOf } from "./sample.js";
import { sharedPrefixes, suffixArray } from "./suffixArray.js";

export interface Lengths {
  readonly least: number;
  readonly most: number;
}

/** The best patterns to ask for at all, and those whose number of occurrences differs most between the classes. */
export interface Substrings {
  readonly has: readonly Found[];
  readonly counted: readonly Found[];
}

/** Called with every substring class: its sums, weight, and the shortest substring of the class. */
type Visit = (
  sums: Float64Array,
  at: number,
  weight: number,
  length: number,
  example: number,
  first: number,
  occurrences: Float64Array,
  occurrencesAt: number,
) => void;

/**
 * The gain of every substring of a node's strings. Substrings that occur at the same places are one interval of the sorted
 * suffixes, and there are at most twice as many intervals as letters. The rows of an interval are counted once each: where
 * a string has two suffixes in it, one is taken off at the smallest interval that has both (Hui 1992).
 */
export function bestSubstrings(sample: Sample, lengths: Lengths, most: number, counts: boolean): Substrings {
  const joined = joinStrings(sample);
  const has = new Best(most);
  const counted = new Best(most);
  visitIntervals(
    sample,
    joined,
    (sums, at, weight, shortest, example, first, occurrences, from) => {
      const length = Math.max(shortest, lengths.least);
      if (length > lengths.most) return;
      const ids = () => Array.from(joined.symbols.subarray(example, example + length));
      const gain = gainOf(sample, sums, at, weight);
      if (gain !== undefined && gain > 0 && has.takes(gain, length, first))
        has.add({ gain, ids: ids(), first, surprise: surpriseOf(sample, sums, at, weight) });
      if (!counts || weight < sample.support) return;
      const spread = unevenness(occurrences, from, sample);
      if (spread > 0 && counted.takes(spread, length, first))
        counted.add({ gain: spread, ids: ids(), first });
    },
    lengths.least,
  );
  return { has: has.list, counted: counted.list };
}

export interface Joined {
  /** All strings, with a 0 after each. */
  readonly symbols: Int32Array;
  /** The string of each place, and how many tokens are left in it. */
  readonly owner: Int32Array;
  readonly left: Int32Array;
  readonly starts: Int32Array;
}

export function joinStrings(sample: Sample): Joined {
  const { strings } = sample;
  let length = 0;
  for (let i = 0; i < strings.length; i++) length += idsOf(sample, i).length + 1;
  const symbols = new Int32Array(length);
  const owner = new Int32Array(length);
  const left = new Int32Array(length);
  const starts = new Int32Array(strings.length);
  let at = 0;
  for (let i = 0; i < strings.length; i++) {
    const ids = idsOf(sample, i);
    starts[i] = at;
    symbols.set(ids, at);
    for (let k = 0; k <= ids.length; k++, at++) {
      owner[at] = i;
      left[at] = ids.length - k;
    }
  }
  return { symbols, owner, left, starts };
}

/** Open intervals, from the longest common prefix down: a stack in arrays. */
class Stack {
  size = 0;
  length = new Int32Array(64);
  from = new Int32Array(64);
  first = new Int32Array(64);
  weight = new Float64Array(64);
  sums: Float64Array;
  occurrences: Float64Array;

  constructor(private readonly width: number) {
    this.sums = new Float64Array(64 * width);
    this.occurrences = new Float64Array(64 * width);
  }

  push(length: number, from: number, first: number): void {
    const { width } = this;
    if (this.size === this.length.length) this.grow();
    const at = this.size++;
    this.length[at] = length;
    this.from[at] = from;
    this.first[at] = first;
    this.weight[at] = 0;
    for (let k = at * width; k < (at + 1) * width; k++) this.sums[k] = this.occurrences[k] = 0;
  }

  /** The smallest open interval that begins at or before a place of the order. */
  holding(place: number): number {
    let [low, high] = [0, this.size - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.from[middle] <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Adds the top to the one below it, and removes it. */
  join(): void {
    const top = --this.size;
    const { width, sums, occurrences } = this;
    const below = top - 1;
    this.weight[below] += this.weight[top];
    if (this.first[top] < this.first[below]) this.first[below] = this.first[top];
    for (let k = 0; k < width; k++) {
      sums[below * width + k] += sums[top * width + k];
      occurrences[below * width + k] += occurrences[top * width + k];
    }
  }

  private grow(): void {
    const twice = <A extends Int32Array | Float64Array>(list: A): A => {
      const more = new (list.constructor as { new (n: number): A })(2 * list.length);
      (more as Float64Array).set(list as Float64Array);
      return more;
    };
    this.length = twice(this.length);
    this.from = twice(this.from);
    this.first = twice(this.first);
    this.weight = twice(this.weight);
    this.sums = twice(this.sums);
    this.occurrences = twice(this.occurrences);
  }
}

/**
 * Every class of substrings that occur at the same places, with the sums of the strings that have them; those that occur
 * once, in a string of less weight than the support, are left out.
 */
export function visitIntervals(sample: Sample, joined: Joined, visit: Visit, least = 1): void {
  const { symbols, owner, left, starts } = joined;
  const { width, sums, weights, support } = sample;
  const order = suffixArray(symbols, sample.sequences.tokens.length);
  const shared = sharedPrefixes(symbols, order);
  const last = new Int32Array(sample.strings.length).fill(-1);
  const stack = new Stack(width);
  stack.push(0, 0, 0x7fffffff);
  /** Closes the intervals whose substrings the next suffix does not begin with. */
  const closeTo = (common: number) => {
    while (stack.length[stack.size - 1] > common) {
      const top = stack.size - 1;
      const parent = Math.max(common, stack.length[top - 1]);
      if (stack.length[top] >= least) {
        const at = top * width;
        visit(
          stack.sums,
          at,
          stack.weight[top],
          parent + 1,
          order[stack.from[top]],
          stack.first[top],
          stack.occurrences,
          at,
        );
      }
      if (parent > stack.length[top - 1]) stack.length[top] = parent;
      else stack.join();
    }
  };
  for (let i = 0; i < order.length; i++) {
    const start = order[i];
    if (left[start] === 0) continue;
    const before = i === 0 ? 0 : Math.min(shared[i], left[start], left[order[i - 1]]);
    closeTo(before);
    const s = owner[start];
    const first = start - starts[s];
    // What only this suffix begins with has too few rows, mostly: then no interval is opened for it alone.
    const isLone = weights[s] < support && i + 1 < order.length;
    const depth = isLone ? Math.min(shared[i + 1], left[start], left[order[i + 1]]) : left[start];
    if (last[s] >= 0) {
      const both = stack.holding(last[s]);
      stack.weight[both] -= weights[s];
      for (let k = 0; k < width; k++) stack.sums[both * width + k] -= sums[s * width + k];
    }
    if (stack.length[stack.size - 1] < depth) stack.push(depth, i, first);
    const top = stack.size - 1;
    if (first < stack.first[top]) stack.first[top] = first;
    stack.weight[top] += weights[s];
    for (let k = 0; k < width; k++) {
      stack.sums[top * width + k] += sums[s * width + k];
      stack.occurrences[top * width + k] += sums[s * width + k];
    }
    last[s] = i;
  }
  closeTo(0);
}

/**
 * Chi-squared of the occurrences by class, against the classes' shares of the rows. For a numeric target: the square of how
 * many standard errors its mean over the occurrences is from its mean over the rows.
 */
function unevenness(
  occurrences: Float64Array,
  at: number,
  { total, totalWeight, width, isNumeric }: Sample,
): number {
  if (isNumeric) {
    const mean = total[1] / totalWeight;
    const variance = total[2] / totalWeight - mean * mean;
    const off = occurrences[at + 1] - occurrences[at] * mean;
    return variance > 0 && occurrences[at] > 0 ? (off * off) / (occurrences[at] * variance) : 0;
  }
  let all = 0;
  for (let k = 0; k < width; k++) all += occurrences[at + k];
  let sum = 0;
  for (let k = 0; k < width; k++) {
    const expected = (all * total[k]) / totalWeight;
    if (expected > 0) sum += (occurrences[at + k] - expected) ** 2 / expected;
  }
  return sum;
}
