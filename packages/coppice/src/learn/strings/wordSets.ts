import { Best, type Found } from "./best.js";
import { gainOf, idsOf, type Sample, surpriseOf } from "./sample.js";

/** Words that a set may be made of: those that gain most by themselves. */
const MOST_WORDS = 64;

/**
 * Sets of words, any of which will do: from each of the best words on, the word that gains most is added for as long as
 * that gains anything.
 */
export function bestWordSets(sample: Sample, largest: number, most: number): readonly Found[] {
  const words = singleWords(sample);
  const best = new Best<Found>(most);
  const known = new Set<string>();
  for (const start of words.slice(0, most)) {
    const found = grownSet(sample, start, words, largest);
    const key = [...found.ids].sort((a, b) => a - b).join();
    if (found.ids.length > 1 && !known.has(key)) best.add(found);
    known.add(key);
  }
  return best.list;
}

interface Word extends Found {
  /** The strings that have it. */
  readonly strings: readonly number[];
}

/** Sums by word; `support` is asked of the whole set, so that rare words may join. */
function singleWords(sample: Sample): readonly Word[] {
  const having = new Map<number, number[]>();
  for (let i = 0; i < sample.strings.length; i++) {
    for (const id of new Set(idsOf(sample, i))) {
      const list = having.get(id);
      if (list) list.push(i);
      else having.set(id, [i]);
    }
  }
  const best = new Best<Word>(MOST_WORDS);
  const free = { ...sample, support: 0 };
  for (const [id, strings] of having) {
    const { sums, weight } = sumsOf(sample, strings);
    const gain = gainOf(free, sums, 0, weight) ?? 0;
    if (gain > 0 && best.takes(gain, 1, 0)) best.add({ gain, ids: [id], first: 0, strings });
  }
  return best.list;
}

function sumsOf({ width, sums, weights }: Sample, strings: Iterable<number>) {
  const own = new Float64Array(width);
  let weight = 0;
  for (const i of strings) {
    weight += weights[i];
    for (let k = 0; k < width; k++) own[k] += sums[i * width + k];
  }
  return { sums: own, weight };
}

function grownSet(sample: Sample, start: Word, words: readonly Word[], largest: number): Found {
  const has = new Set(start.strings);
  let found: Found = { gain: start.gain, ids: start.ids, first: 0 };
  while (found.ids.length < largest) {
    const own = sumsOf(sample, has);
    let next: Word | undefined;
    let gain = found.gain;
    for (const word of words) {
      if (found.ids.includes(word.ids[0])) continue;
      const more = sumsOf(
        sample,
        word.strings.filter((i) => !has.has(i)),
      );
      for (let k = 0; k < sample.width; k++) more.sums[k] += own.sums[k];
      const reached = gainOf(sample, more.sums, 0, more.weight + own.weight) ?? 0;
      if (reached > gain) [next, gain] = [word, reached];
    }
    if (next === undefined) break;
    for (const i of next.strings) has.add(i);
    found = { gain, ids: [...found.ids, next.ids[0]], first: 0 };
  }
  const { sums, weight } = sumsOf(sample, has);
  return { ...found, surprise: surpriseOf(sample, sums, 0, weight) };
}
