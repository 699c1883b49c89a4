import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll, itHolds } from "../../../test/kit/forAll.js";
import { giniImpurity, makeSample } from "../../../test/stringSamples.js";
import { bestGapped } from "./gapped.js";
import { bestPositioned } from "./positioned.js";
import { type Sample, surpriseOf } from "./sample.js";
import { bestSubstrings } from "./substrings.js";
import { sharedPrefixes, suffixArray } from "./suffixArray.js";
import { bestWindows } from "./windows.js";
import { bestWordSets } from "./wordSets.js";

/** Distinct strings of few letters, with the weights of two classes each. */
const rows = fc.uniqueArray(
  fc.tuple(fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 9 }), fc.nat(3), fc.nat(3)),
  { selector: ([text]) => text, minLength: 2, maxLength: 8 },
);
const few = fc.integer({ min: 1, max: 3 });
const ALL = { least: 1, most: 100 };

/** Strings of one class and of the other, each of this weight. */
const sampleOf = (weight: number, one: readonly string[], other: readonly string[], unit?: "words") => {
  const of = (text: string) =>
    (one.includes(text) ? [text, weight, 0] : [text, 0, weight]) as [string, number, number];
  return makeSample([...one, ...other].map(of), 1, unit);
};

interface Simple {
  readonly text: string;
  readonly gain: number;
  readonly first: number;
}

/** What a test is worth that these strings pass. */
function gain({ sums, width, weights, total, totalWeight, support }: Sample, passes: (i: number) => boolean) {
  const inside = new Float64Array(width);
  let weight = 0;
  weights.forEach((own, i) => {
    if (!passes(i)) return;
    weight += own;
    for (let k = 0; k < width; k++) inside[k] += sums[i * width + k];
  });
  if (weight < support || totalWeight - weight < support) return 0;
  const outside = inside.map((sum, k) => total[k] - sum);
  return giniImpurity(total) - (giniImpurity(inside) + giniImpurity(outside));
}

const order = (a: Simple, b: Simple) =>
  b.gain - a.gain || a.text.length - b.text.length || a.first - b.first || (a.text < b.text ? -1 : 1);

/** By trying every substring: the shortest of those that occur at the same places stands for them. */
function everySubstring(texts: readonly string[], sample: Sample, { least, most } = ALL): Simple[] {
  const all = new Set<string>();
  for (const text of texts)
    for (let i = 0; i < text.length; i++)
      for (let j = i + least; j <= Math.min(text.length, i + most); j++) all.add(text.slice(i, j));
  const seen = new Set<string>();
  const places = (part: string) =>
    texts.map((text) => [...text].flatMap((_, i) => (text.startsWith(part, i) ? [i] : [])));
  return [...all]
    .sort((a, b) => a.length - b.length)
    .flatMap((text) => {
      const found = places(text);
      const key = JSON.stringify(found);
      const worth = gain(sample, (i) => found[i].length > 0);
      if (seen.has(key) || worth <= 0) return [];
      seen.add(key);
      return [{ text, gain: worth, first: Math.min(...found.flat()) }];
    })
    .sort(order);
}

const shown = (found: readonly { ids: readonly number[]; gain: number; first: number }[], sample: Sample) =>
  found.map(({ ids, gain: worth, first }) => ({
    text: ids.map((id) => sample.sequences.tokens[id]).join(""),
    gain: worth,
    first,
  }));

it("the surprise of a pattern's rows bounds the chance that rows drawn at random have a class as often", () => {
  const some = fc.integer({ min: 1, max: 12 });
  forAll(100, [some, some, fc.nat(12), fc.nat(12)], (of, others, drawn, having) => {
    const all = of + others;
    const n = Math.min(all - 1, drawn + 1);
    const k = Math.min(n, of, Math.max(having, n - others));
    fc.pre((k / n) * all >= of);
    // By the hypergeometric distribution.
    let chance = 0;
    for (let i = k; i <= Math.min(n, of); i++)
      chance += (choose(of, i) * choose(others, n - i)) / choose(all, n);
    const sample = { ...makeSample([["a", of, others]], 1) };
    const surprise = surpriseOf(sample, Float64Array.of(k, n - k), 0, n);
    expect(chance).toBeLessThanOrEqual(Math.exp(-surprise) * (1 + 1e-9));
  });
});

function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return ways;
}

itHolds("substrings, best first, are those of trying every one", 300, [rows, few], (list, support) => {
  const sample = makeSample(list, support);
  const texts = list.map(([text]) => text);
  const { has } = bestSubstrings(sample, ALL, 1000, false);
  expect(shown(has, sample)).toEqual(everySubstring(texts, sample));
});

itHolds("substrings keep to the lengths asked for", 100, [rows, few, fc.nat(2)], (list, least, more) => {
  const sample = makeSample(list, 1);
  const lengths = { least, most: least + more };
  const texts = list.map(([text]) => text);
  const best = shown(bestSubstrings(sample, lengths, 1, false).has, sample)[0];
  expect(best?.gain ?? 0).toBeCloseTo(everySubstring(texts, sample, lengths)[0]?.gain ?? 0, 9);
  if (!best) return;
  expect(best.text.length).toBeGreaterThanOrEqual(lengths.least);
  expect(best.text.length).toBeLessThanOrEqual(lengths.most);
});

it("the gains of all substrings of counts: the letter that one class has more of comes first", () => {
  const sample = sampleOf(1, ["aab", "aaab"], ["abb", "abbb"]);
  const { counted } = bestSubstrings(sample, ALL, 2, true);
  // aab, aaab: 5 a and 2 b; abb, abbb: 2 a and 5 b. "bb" is in class 1 alone, 3 times.
  expect(shown(counted, sample)[0]).toMatchObject({ text: "aa", gain: 3 });
});

it.each(["start", "end"] as const)(
  "the gains of patterns at positions from the %s are those of trying every one",
  (side) => {
    forAll(200, [rows, fc.integer({ min: 1, max: 2 })], (list, support) => {
      const sample = makeSample(list, support);
      const texts = list.map(([text]) => (side === "start" ? text : [...text].reverse().join("")));
      const gainAt = (part: string, at: number) => gain(sample, (i) => texts[i].startsWith(part, at));
      let best = 0;
      for (let at = 0; at < 9; at++)
        for (const text of texts)
          for (let end = at + 1; end <= text.length; end++)
            best = Math.max(best, gainAt(text.slice(at, end), at));
      const found = bestPositioned(sample, side, 9, ALL, 5);
      expect(found[0]?.gain ?? 0).toBeCloseTo(best, 9);
      for (const { ids, at, gain: worth } of found) {
        const tokens = ids.map((id) => sample.sequences.tokens[id]);
        const text = (side === "start" ? tokens : tokens.reverse()).join("");
        expect(worth).toBeCloseTo(gainAt(text, at - 1), 9);
      }
    });
  },
);

itHolds("ranges of positions are as good as the best of all ranges of the pattern", 200, [rows], (list) => {
  const sample = makeSample(list, 1);
  const texts = list.map(([text]) => text);
  const a = sample.sequences.tokens.indexOf("a");
  if (a < 0) return;
  const within = (from: number, to: number) =>
    gain(sample, (i) => texts[i].slice(from - 1, to).includes("a"));
  let best = 0;
  for (let from = 1; from <= 9; from++)
    for (let to = from; to <= 9; to++) best = Math.max(best, within(from, to));
  const [found] = bestWindows(sample, [{ gain: 0, ids: [a], first: 0 }], 1);
  expect(found?.gain ?? 0).toBeLessThanOrEqual(best + 1e-9);
  if (!found) return;
  expect(found.gain).toBeCloseTo(within(found.from, found.to), 9);
  expect(found.gain).toBeCloseTo(best, 9);
});

it("patterns with gaps finds ta..at among strings of the same letters", () => {
  const others = ["gtacctag", "atggtac", "ctcctatg", "gattcatc"];
  const sample = sampleOf(2, ["gtaccatg", "taggatc", "ctactatg", "gtagcatc"], others);
  const [best] = bestGapped(sample, 4, ALL, 1);
  const text = best.ids.map((id) => (id === 0 ? "." : sample.sequences.tokens[id])).join("");
  // All 8 rows of weight 2, half in each class: Gini's 16 · 0.5 = 8 is taken away.
  expect(best.gain).toBe(8);
  expect(new RegExp(text).test("taccat")).toBe(true);
  for (const other of others) expect(new RegExp(text).test(other)).toBe(false);
});

itHolds("patterns with gaps are worth what is said of them", 100, [rows], (list) => {
  const sample = makeSample(list, 1);
  for (const { ids, gain: worth } of bestGapped(sample, 3, ALL, 4)) {
    const text = ids.map((id) => (id === 0 ? "." : sample.sequences.tokens[id])).join("");
    expect(text).toMatch(/^[^.].*\..*[^.]$/);
    const passes = (i: number) => new RegExp(text).test(list[i][0]);
    expect(worth).toBeCloseTo(gain(sample, passes), 9);
  }
});

it("sets of words join words of which one row has one and another row another", () => {
  const sample = sampleOf(2, ["a bad film", "awful acting"], ["a good film", "great acting"], "words");
  const [best] = bestWordSets(sample, 4, 1);
  const words = best.ids.map((id) => sample.sequences.tokens[id]);
  // Four rows of weight 2 in two classes: 8 · 0.5.
  expect(best.gain).toBe(4);
  expect([...words].sort()).toEqual(["awful", "bad"]);
});

const symbols = fc
  .integer({ min: 1, max: 5 })
  .chain((most) => fc.array(fc.integer({ min: 0, max: most }), { maxLength: 60 }));

/** Suffixes as lists, in order; a list comes after its beginnings. */
function sorted(list: readonly number[]): number[] {
  const compare = (a: number, b: number): number => {
    for (let k = 0; ; k++) {
      if (a + k >= list.length || b + k >= list.length) return b - a;
      if (list[a + k] !== list[b + k]) return list[a + k] - list[b + k];
    }
  };
  return [...list.keys()].sort(compare);
}

itHolds("the order of suffixes is that of sorting them", 500, [symbols], (list) => {
  expect(Array.from(suffixArray(Int32Array.from(list), 5))).toEqual(sorted(list));
});

it("the order of suffixes of banana: a, ana, anana, banana, na, nana", () => {
  const banana = Int32Array.from("banana", (c) => c.charCodeAt(0) - 96);
  const order = suffixArray(banana, 26);
  expect(Array.from(order)).toEqual([5, 3, 1, 0, 4, 2]);
  expect(Array.from(sharedPrefixes(banana, order))).toEqual([0, 1, 3, 0, 0, 2]);
});

itHolds("the order of suffixes goes with the lengths of what neighbours share", 100, [symbols], (list) => {
  const order = suffixArray(Int32Array.from(list), 5);
  const shared = Array.from(sharedPrefixes(Int32Array.from(list), order));
  const counted = Array.from(order, (start, i) => {
    let k = 0;
    while (i > 0 && start + k < list.length && list[start + k] === list[order[i - 1] + k]) k++;
    return k;
  });
  expect(shared).toEqual(counted);
});
