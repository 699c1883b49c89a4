import type { Best } from "./bestCondition.js";
import type { Bins } from "./bins.js";
import type { ExampleAttribute, Examples } from "./examples.js";
import type { CodeWeights } from "./possibleLiterals.js";

/** Weights of rows of the class, and of others. */
interface Weights {
  readonly right: number;
  readonly wrong: number;
}

/**
 * What a growing rule covers of each bin of an attribute: the gain of every condition on the attribute comes from one
 * pass over the rows. Where bins are of several codes, conditions within a bin are looked at only when the bin could
 * hold one that is better than the best so far.
 */
export class Tally {
  private readonly attribute: ExampleAttribute;
  private readonly bins: Bins;
  /** By bin: the weight of the class, and of the others. The last is for missing values. */
  private readonly right: Float64Array;
  private readonly wrong: Float64Array;

  constructor(
    private readonly examples: Examples,
    private readonly a: number,
  ) {
    this.attribute = examples.attributes[a];
    this.bins = this.attribute.bins;
    this.right = new Float64Array(this.bins.count + 1);
    this.wrong = new Float64Array(this.bins.count + 1);
  }

  /** Whether there are so few rows that sorting them is faster than scanning the bins. */
  isSparse(rows: number): boolean {
    return this.attribute.kind !== "nominal" && rows * 8 < this.bins.count;
  }

  /** At most, and above, each code of the rows. */
  bestBoundOfFew(hits: Int32Array, misses: Int32Array, best: Best): void {
    const { codes, count } = this.attribute;
    const isKnown = (row: number) => codes[row] < count;
    const inside = new Inside(this.examples, codes, hits.filter(isKnown), misses.filter(isKnown));
    const known = inside.weights();
    inside.walk(0, count, (code, right, wrong) => {
      this.bestAt(code, right, wrong, known, best);
    });
  }

  count(hits: Int32Array, misses: Int32Array): void {
    weighInto(this.right, this.bins.of, hits, this.examples);
    weighInto(this.wrong, this.bins.of, misses, this.examples);
  }

  /** At most, and above, the end of each bin. */
  bestBound(best: Best): void {
    const { right, wrong } = this;
    const { count, first } = this.bins;
    const known = this.known();
    let p = 0;
    let n = 0;
    for (let bin = 0; bin + 1 < count; bin++) {
      if (right[bin] === 0 && wrong[bin] === 0) continue;
      p += right[bin];
      n += wrong[bin];
      if (p === known.right && n === known.wrong) return;
      this.bestAt(first[bin + 1] - 1, p, n, known, best);
    }
  }

  /** The conditions at most, and above, a code, given the correct and incorrect weight up to it. */
  private bestAt(code: number, right: number, wrong: number, known: Weights, best: Best): void {
    if (best.beats(right, right + wrong, this.a, code))
      best.literal = { kind: "atMost", attribute: this.a, code };
    const over = known.right - right;
    if (best.beats(over, over + known.wrong - wrong, this.a, code))
      best.literal = { kind: "above", attribute: this.a, code };
  }

  private known(): Weights {
    let right = 0;
    let wrong = 0;
    for (let bin = 0; bin < this.bins.count; bin++) {
      right += this.right[bin];
      wrong += this.wrong[bin];
    }
    return { right, wrong };
  }

  bestLevel(best: Best): void {
    const { right, wrong, a } = this;
    for (let level = 0; level < this.bins.count; level++) {
      const p = right[level];
      if (best.beats(p, p + wrong[level], a, level))
        best.literal = { kind: "levels", attribute: a, levels: [level] };
    }
  }

  /** Levels in order of their share of the class: the best set is a run of the first ones. */
  bestSet(best: Best): void {
    const { right, wrong, a } = this;
    const total = (level: number) => right[level] + wrong[level];
    const share = (level: number) => right[level] / total(level);
    const present = Array.from({ length: this.bins.count }, (_, level) => level).filter((l) => total(l) > 0);
    present.sort((x, y) => share(y) - share(x) || x - y);
    let [p, t] = [0, 0];
    present.slice(0, -1).forEach((level, i) => {
      p += right[level];
      t += total(level);
      if (best.beats(p, t, a, i))
        best.literal = { kind: "levels", attribute: a, levels: present.slice(0, i + 1) };
    });
  }

  /** Conditions within bins of several codes, where one could be better than the best. */
  lookInside(hits: Int32Array, misses: Int32Array, best: Best): void {
    if (this.attribute.kind === "nominal" || this.bins.count === this.attribute.count) return;
    const worth = this.binsWorthIt(best);
    if (worth === undefined) return;
    const known = this.known();
    const { codes } = this.attribute;
    const { first } = this.bins;
    const [right, wrong] = [hits, misses].map((rows) => rowsIn(rows, this.bins.of, worth));
    const inside = new Inside(this.examples, codes, right, wrong);
    let [p, n, at] = [0, 0, 0];
    for (let bin = 0; bin < this.bins.count; bin++) {
      if (worth[bin] === 1) {
        at = inside.walk(at, first[bin + 1], (code, more, moreWrong) => {
          this.bestAt(code, p + more, n + moreWrong, known, best);
        });
      }
      p += this.right[bin];
      n += this.wrong[bin];
    }
  }

  /**
   * Bins with 1 where they may hold a better condition: no bound within a bin leaves more right rows than the bin's far
   * end, nor fewer wrong ones than its near end. Undefined where there is none.
   */
  private binsWorthIt(best: Best): Uint8Array | undefined {
    const { right, wrong } = this;
    const { count, first } = this.bins;
    const known = this.known();
    let worth: Uint8Array | undefined;
    let [p, n] = [0, 0];
    for (let bin = 0; bin < count; bin++) {
      const [p1, n1] = [p + right[bin], n + wrong[bin]];
      const [over, wrongOver] = [known.right - p, known.wrong - n1];
      const several = first[bin + 1] - first[bin] > 1 && p1 + n1 > p + n;
      if (several && (best.wouldBeat(p1, p1 + n) || best.wouldBeat(over, over + wrongOver))) {
        worth ??= new Uint8Array(count + 1);
        worth[bin] = 1;
      }
      [p, n] = [p1, n1];
    }
    return worth;
  }
}

/** Rows in the order of their codes. */
class Inside {
  private readonly rows: Int32Array;
  /** By code, then by place among the rows: code · rows + place. */
  private readonly keys: Float64Array;

  constructor(
    private readonly examples: Examples,
    codes: Int32Array,
    private readonly hits: Int32Array,
    misses: Int32Array,
  ) {
    const rows = new Int32Array(hits.length + misses.length);
    rows.set(hits);
    rows.set(misses, hits.length);
    this.keys = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) this.keys[i] = codes[rows[i]] * rows.length + i;
    this.keys.sort();
    this.rows = rows;
  }

  weights(): Weights {
    const { rows, hits, examples } = this;
    return {
      right: weightOf(hits, examples),
      wrong: weightOf(rows.subarray(hits.length), examples),
    };
  }

  /** Reports, from index `at` on, the weights up to each code below `end` within the bin; returns the index where it ended. */
  walk(at: number, end: number, tell: (code: number, right: number, wrong: number) => void): number {
    const { keys, rows, hits } = this;
    const { plain, weights } = this.examples;
    let [right, wrong, i] = [0, 0, at];
    while (i < keys.length) {
      const code = Math.floor(keys[i] / rows.length);
      if (code >= end) break;
      const next = (code + 1) * rows.length;
      for (; i < keys.length && keys[i] < next; i++) {
        const place = keys[i] - code * rows.length;
        const weight = plain ? 1 : weights[rows[place]];
        if (place < hits.length) right += weight;
        else wrong += weight;
      }
      if (code + 1 < end) tell(code, right, wrong);
    }
    return i;
  }
}

function rowsIn(rows: Int32Array, bins: Bins["of"], worth: Uint8Array): Int32Array {
  const kept = new Int32Array(rows.length);
  let n = 0;
  for (let i = 0; i < rows.length; i++) {
    kept[n] = rows[i];
    n += worth[bins[rows[i]]];
  }
  return kept.subarray(0, n);
}

export function weightOf(rows: Int32Array, { plain, weights }: Examples): number {
  if (plain) return rows.length;
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += weights[rows[i]];
  return sum;
}

/** The class's weight and the total weight of each code among the covered rows. */
export function codeWeights(
  examples: Examples,
  a: number,
  hits: Int32Array,
  misses: Int32Array,
): CodeWeights {
  const { codes, count } = examples.attributes[a];
  const right = new Float64Array(count + 1);
  const wrong = new Float64Array(count + 1);
  weighInto(right, codes, hits, examples);
  weighInto(wrong, codes, misses, examples);
  return { hits: right, total: wrong.map((weight, code) => weight + right[code]) };
}

/**
 * Counting integers is faster than adding doubles, and faster still for two rows at a time: if most rows share a bin, each
 * increment would otherwise wait for the previous one.
 */
const counts = new Int32Array(256);
const others = new Int32Array(256);

function weighInto(sums: Float64Array, bins: Bins["of"], rows: Int32Array, examples: Examples): void {
  sums.fill(0);
  if (!examples.plain) addInto(sums, bins, rows, examples.weights);
  else if (bins instanceof Int32Array) addOnes(sums, bins, rows);
  else {
    counts.fill(0, 0, sums.length);
    others.fill(0, 0, sums.length);
    countInto(counts, others, bins, rows);
    for (let bin = 0; bin < sums.length; bin++) sums[bin] = counts[bin] + others[bin];
  }
}

function countInto(even: Int32Array, odd: Int32Array, bins: Uint8Array, rows: Int32Array): void {
  const pairs = rows.length & ~1;
  for (let i = 0; i < pairs; i += 2) {
    even[bins[rows[i]]]++;
    odd[bins[rows[i + 1]]]++;
  }
  if (pairs < rows.length) even[bins[rows[pairs]]]++;
}

function addOnes(sums: Float64Array, bins: Int32Array, rows: Int32Array): void {
  for (let i = 0; i < rows.length; i++) sums[bins[rows[i]]]++;
}

function addInto(sums: Float64Array, bins: Bins["of"], rows: Int32Array, weights: Float64Array): void {
  for (let i = 0; i < rows.length; i++) sums[bins[rows[i]]] += weights[rows[i]];
}
