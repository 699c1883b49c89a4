import { Best, type Found } from "./best.js";
import { gainOf, idsOf, type Sample, surpriseOf } from "./sample.js";

/** A pattern that starts within a range of positions, counted from 1. */
export interface Windowed extends Found {
  readonly from: number;
  readonly to: number;
}

/** Bounds of ranges that are tried: more positions than this are tried at this many quantiles of the occurrences. */
const MOST_BOUNDS = 32;

/** The best ranges of positions of some patterns. */
export function bestWindows(sample: Sample, patterns: readonly Found[], most: number): readonly Windowed[] {
  const best = new Best<Windowed>(most);
  for (const { ids } of patterns) {
    const places = occurrencesOf(sample, ids);
    const bounds = boundsOf(places);
    for (const from of bounds) {
      windowsFrom(sample, places, from, bounds, (sums, weight, end) => {
        const gain = gainOf(sample, sums, 0, weight);
        if (gain === undefined || gain <= 0 || !best.takes(gain, ids.length, from)) return;
        const surprise = surpriseOf(sample, sums, 0, weight);
        best.add({ gain, ids, first: from, from: from + 1, to: end + 1, surprise });
      });
    }
  }
  return best.list;
}

/** Where a pattern starts in each string, ascending, counted from 0. */
export function occurrencesOf(sample: Sample, pattern: readonly number[]): number[][] {
  return Array.from(sample.strings, (_, i) => {
    const ids = idsOf(sample, i);
    const found: number[] = [];
    for (let at = 0; at + pattern.length <= ids.length; at++) {
      let k = 0;
      while (k < pattern.length && (pattern[k] === 0 || pattern[k] === ids[at + k])) k++;
      if (k === pattern.length) found.push(at);
    }
    return found;
  });
}

function boundsOf(places: readonly (readonly number[])[]): number[] {
  const all = places.flat().sort((a, b) => a - b);
  const distinct = [...new Set(all)];
  if (distinct.length <= MOST_BOUNDS) return distinct;
  const quantiles = Array.from(
    { length: MOST_BOUNDS },
    (_, i) => all[Math.round((i * (all.length - 1)) / (MOST_BOUNDS - 1))],
  );
  return [...new Set(quantiles)];
}

/** The strings with an occurrence from a position on, added in the order of their first: one sum per end of the range. */
function windowsFrom(
  { width, sums, weights }: Sample,
  places: readonly (readonly number[])[],
  from: number,
  ends: readonly number[],
  visit: (sums: Float64Array, weight: number, end: number) => void,
): void {
  const firsts = places.flatMap((own, i) => {
    const first = own.find((at) => at >= from);
    return first === undefined ? [] : [[first, i] as const];
  });
  firsts.sort((a, b) => a[0] - b[0]);
  const own = new Float64Array(width);
  let weight = 0;
  let next = 0;
  for (const end of ends) {
    if (end < from) continue;
    for (; next < firsts.length && firsts[next][0] <= end; next++) {
      const i = firsts[next][1];
      weight += weights[i];
      for (let k = 0; k < width; k++) own[k] += sums[i * width + k];
    }
    visit(own, weight, end);
  }
}
