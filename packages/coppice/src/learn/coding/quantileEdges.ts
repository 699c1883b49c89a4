import { placeThreshold } from "../branch/placement.js";

/** Edges are quantiles of at most so many rows. */
export const SAMPLE = 65536;

/** The values below and above an edge between two bins. */
export type Gap = readonly [low: number, high: number];

/** Thresholds in the gaps between neighbouring values. */
export function thresholdsIn(gaps: readonly Gap[]): Float64Array {
  return Float64Array.from(gaps, ([low, high]) => placeThreshold("midpoint", low, high, 0.5, NONE) + 0);
}

const NONE = new Float64Array(0);

export function gapsOf(sorted: Float64Array, bins: number): Gap[] {
  return edgePlaces(sorted, bins).map((end) => [sorted[end - 1], sorted[end]]);
}

/**
 * Where the bins of a sorted sample (NaN last) end: between all values that differ where there are few, else so that
 * bins hold about equally many rows, and a value that fills a bin has one to itself. Twin of
 * kernels/assembly/boost/sample.ts.
 */
function edgePlaces(sorted: Float64Array, bins: number): number[] {
  const { known, distinct } = countDistinct(sorted);
  const edges: number[] = [];
  let rest = known;
  let start = 0; // of the bin being filled
  for (let end = endOfRun(sorted, 0, known); end < known && edges.length + 1 < bins; ) {
    const next = endOfRun(sorted, end, known);
    const due = rest / (bins - edges.length);
    if (distinct <= bins || end - start >= due || next - end >= due) {
      edges.push(end);
      rest -= end - start;
      start = end;
    }
    end = next;
  }
  return edges;
}

/** How many cells are known, and how many of them differ. */
function countDistinct(sorted: Float64Array): { known: number; distinct: number } {
  let distinct = 0;
  let known = 0;
  while (known < sorted.length && sorted[known] <= Number.MAX_VALUE) {
    if (known === 0 || sorted[known] !== sorted[known - 1]) distinct++;
    known++;
  }
  return { known, distinct };
}

/** Where the cells equal to the one at `start` end. */
function endOfRun(sorted: Float64Array, start: number, known: number): number {
  let end = start + 1;
  while (end < known && sorted[end] === sorted[start]) end++;
  return end;
}
