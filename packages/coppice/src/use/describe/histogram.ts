import { log2 } from "../../base/log2.js";

/** Bars of equal width from the least value to the greatest. */
export interface Histogram {
  /** Where the first bar begins and the last one ends. */
  readonly from: number;
  readonly to: number;
  readonly counts: readonly number[];
}

export const MOST_BARS = 12;

/** One bar per integer if their range is small; else `MOST_BARS`, fewer for few values. */
export function histogramOf(sorted: Float64Array): Histogram | undefined {
  if (sorted.length === 0) return undefined;
  const least = sorted[0];
  const greatest = sorted[sorted.length - 1];
  if (least === greatest) return { from: least, to: greatest, counts: [sorted.length] };
  if (greatest - least < MOST_BARS && sorted.every(Number.isInteger)) {
    const bars = greatest - least + 1;
    return { from: least - 0.5, to: greatest + 0.5, counts: fill(sorted, bars, (x) => x - least) };
  }
  // Sturges' rule, within bounds: a dozen rows do not fill a dozen bars.
  const bars = Math.min(MOST_BARS, Math.ceil(log2(sorted.length)) + 1);
  // Halved only if the span overflows: half of the smallest double is 0.
  const part = Number.isFinite(greatest - least) ? 1 : 0.5;
  const span = greatest * part - least * part;
  const barOf = (x: number) => Math.min(bars - 1, Math.floor(((x * part - least * part) / span) * bars));
  return { from: least, to: greatest, counts: fill(sorted, bars, barOf) };
}

function fill(values: Float64Array, bars: number, barOf: (x: number) => number): number[] {
  const counts = new Array<number>(bars).fill(0);
  for (const value of values) counts[barOf(value)]++;
  return counts;
}
