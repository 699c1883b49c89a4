import { Best, compareFound, type Found } from "./best.js";
import { gainOf, idsOf, type Sample, surpriseOf } from "./sample.js";
import type { Lengths } from "./substrings.js";
import { occurrencesOf } from "./windows.js";

/** Seeds that are extended, of each width. */
const SEEDS = 16;
/** Most kinds of pairs that are told apart. */
const MOST_PAIRS = 1 << 18;

/**
 * Patterns with gaps, such as `ta..at`: the best pairs of words at each distance, each extended by the token that gains
 * most, before it, after it or in its gap, for as long as that gains anything. Words have one token, and more where strings
 * are so long that nearly all of them contain every pair of single tokens, which then tells nothing.
 */
export function bestGapped(
  sample: Sample,
  mostGap: number,
  lengths: Lengths,
  most: number,
): readonly Found[] {
  const best = new Best<Found>(most);
  const known = new Set<string>();
  for (let width = 1; width <= widestWord(sample, lengths.most); width++) {
    for (const seed of pairs(sample, mostGap, width)) {
      const found = extended(sample, seed, lengths);
      const key = found.ids.join();
      const { length } = found.ids;
      if (known.has(key) || !found.ids.includes(0) || length < lengths.least || length > lengths.most)
        continue;
      known.add(key);
      best.add(found);
    }
  }
  return best.list;
}

/** The tokens of a word: so many that a pair of words is at few places of a string, by chance. */
function widestWord(sample: Sample, mostLength: number): number {
  const symbols = sample.sequences.tokens.length - 1;
  let longest = 0;
  for (let i = 0; i < sample.strings.length; i++) longest = Math.max(longest, idsOf(sample, i).length);
  let width = 1;
  const isTooCommon = () => symbols ** (2 * width) < 4 * longest;
  const isPossible = () => symbols ** (2 * width + 2) <= MOST_PAIRS && 2 * width + 3 <= mostLength;
  while (isTooCommon() && isPossible()) width++;
  return width;
}

/** Two words of `width` tokens with 1 to `mostGap` others between them. */
function pairs(sample: Sample, mostGap: number, width: number): readonly Found[] {
  const { sums, weights, sequences } = sample;
  const symbols = sequences.tokens.length;
  const words = symbols ** width;
  const tallies = new Map<number, Tally>();
  for (let i = 0; i < sample.strings.length; i++) {
    const codes = wordsOf(idsOf(sample, i), width, symbols);
    for (let at = 0; at < codes.length; at++) {
      for (let gap = 1; gap <= mostGap && at + width + gap < codes.length; gap++) {
        const key = (codes[at] * words + codes[at + width + gap]) * (mostGap + 1) + gap;
        let tally = tallies.get(key);
        if (tally === undefined) {
          tally = { weight: 0, sums: new Float64Array(sample.width), last: -1, first: at };
          tallies.set(key, tally);
        }
        if (at < tally.first) tally.first = at;
        if (tally.last !== i) addTo(tally, i, sums, weights, sample.width);
      }
    }
  }
  const best = new Best<Found>(SEEDS);
  for (const [key, tally] of tallies) {
    const gain = gainOf(sample, tally.sums, 0, tally.weight);
    const gap = key % (mostGap + 1);
    if (gain === undefined || gain <= 0 || !best.takes(gain, gap + 2 * width, tally.first)) continue;
    const both = (key - gap) / (mostGap + 1);
    const left = idsIn(Math.floor(both / words), width, symbols);
    const ids = [...left, ...new Array<number>(gap).fill(0), ...idsIn(both % words, width, symbols)];
    const surprise = surpriseOf(sample, tally.sums, 0, tally.weight);
    best.add({ gain, ids, first: tally.first, surprise });
  }
  return best.list;
}

/** The word that begins at each place, as a number in base `symbols`. */
function wordsOf(ids: ArrayLike<number>, width: number, symbols: number): Float64Array {
  const codes = new Float64Array(Math.max(0, ids.length - width + 1));
  for (let at = 0; at < codes.length; at++) {
    let code = 0;
    for (let j = 0; j < width; j++) code = code * symbols + ids[at + j];
    codes[at] = code;
  }
  return codes;
}

function idsIn(code: number, width: number, symbols: number): number[] {
  const ids = new Array<number>(width);
  let rest = code;
  for (let j = width - 1; j >= 0; j--) {
    ids[j] = rest % symbols;
    rest = Math.floor(rest / symbols);
  }
  return ids;
}

interface Tally {
  weight: number;
  readonly sums: Float64Array;
  /** The string that was counted last: each counts once. */
  last: number;
  first: number;
}

function addTo(tally: Tally, i: number, sums: Float64Array, weights: Float64Array, width: number): void {
  tally.last = i;
  tally.weight += weights[i];
  for (let k = 0; k < width; k++) tally.sums[k] += sums[i * width + k];
}

function extended(sample: Sample, seed: Found, lengths: Lengths): Found {
  let found = seed;
  for (;;) {
    const better = extensionsOf(sample, found, lengths);
    if (better === undefined || better.gain <= found.gain) return found;
    found = better;
  }
}

/** The best of the patterns with one more token. */
function extensionsOf(sample: Sample, { ids }: Found, lengths: Lengths): Found | undefined {
  const places = occurrencesOf(sample, ids);
  const inGaps = ids.flatMap((id, i) => (id === 0 ? [i] : []));
  const outside = ids.length < lengths.most ? [-1, ids.length] : [];
  let best: Found | undefined;
  for (const offset of [...outside, ...inGaps]) {
    const tallies = new Map<number, Tally>();
    places.forEach((own, i) => {
      const tokens = idsOf(sample, i);
      for (const at of own) {
        const id = tokens[at + offset];
        if (id === undefined) continue;
        const first = Math.min(at, at + offset);
        const tally = tallies.get(id) ?? { weight: 0, sums: new Float64Array(sample.width), last: -1, first };
        tallies.set(id, tally);
        if (first < tally.first) tally.first = first;
        if (tally.last !== i) addTo(tally, i, sample.sums, sample.weights, sample.width);
      }
    });
    for (const [id, tally] of tallies) {
      const gain = gainOf(sample, tally.sums, 0, tally.weight);
      if (gain === undefined) continue;
      const more = offset < 0 ? [id, ...ids] : ids.map((own, i) => (i === offset ? id : own));
      const one = { gain, ids: offset === ids.length ? [...ids, id] : more, first: tally.first };
      // The last gap stays.
      if (one.ids.includes(0) && (best === undefined || compareFound(one, best) < 0)) best = one;
    }
  }
  return best;
}
