import type { BoostFacts } from "../../../engine/boost/port.js";
import type { AttributeBins } from "../../../kernels/drivers/boost/plan.js";
import { type Gap, sampleEdges } from "../../../kernels/drivers/boost/sampleEdges.js";
import type { Team } from "../../../kernels/team.js";
import type { NominalColumn, NumericColumn } from "../../../table/column.js";
import { placeThreshold } from "../../branch/placement.js";

/** The bin of missing numbers: kernels divide rows by comparing bytes. */
export const NARROW_MISSING = 255;
/** The most levels that are told apart; rarer ones share a bin. */
const MOST_LEVELS = 4096;
/** Edges are quantiles of at most so many rows. */
export const SAMPLE = 65536;

/** The bins of every attribute, from a sample of its numbers or the counts of its levels. */
export function binAttributes(
  { samples, levels, trainRows }: BoostFacts,
  bins: number,
  team: Team | undefined,
): AttributeBins[] {
  const numbers = samples.filter((cells) => cells !== undefined);
  const gaps = team ? sampleEdges(numbers, bins, team) : numbers.map((cells) => gapsOf(cells.sort(), bins));
  let next = 0;
  return samples.map((cells, a) => {
    if (cells === undefined) return binLevels(levels[a]!, trainRows);
    const edges = thresholdsIn(gaps[next++]);
    return { kind: "numeric", bins: edges.length + 1, missing: NARROW_MISSING, edges, wide: false };
  });
}
/** Thresholds in the gaps between neighbouring values. */
function thresholdsIn(gaps: readonly Gap[]): Float64Array {
  return Float64Array.from(gaps, ([low, high]) => placeThreshold("midpoint", low, high, 0.5, NONE) + 0);
}

const NONE = new Float64Array(0);

function gapsOf(sorted: Float64Array, bins: number): Gap[] {
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

function binLevels(counts: Int32Array, rows: number): AttributeBins {
  const used: number[] = [];
  counts.forEach((count, level) => {
    if (count > 0) used.push(level);
  });
  const common =
    used.length <= MOST_LEVELS
      ? used
      : used
          .slice()
          .sort((a, b) => counts[b] - counts[a] || a - b)
          .slice(0, MOST_LEVELS - 1)
          .sort((a, b) => a - b);
  const bins = Math.min(used.length, MOST_LEVELS);
  const missing = bins;
  const levelBins = new Uint16Array(counts.length).fill(missing);
  for (const level of used) levelBins[level] = bins - 1;
  common.forEach((level, bin) => {
    levelBins[level] = bin;
  });
  const gaps = counts.reduce((sum, count) => sum + count, 0) < rows;
  return { kind: "levels", bins, missing, levelBins, wide: missing > 255, gaps };
}

/** The bin of a number: how many edges lie below it. */
export function binOfNumber(edges: Float64Array, x: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edges[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The bin of a column's cell. */
export function binOfCell(column: NumericColumn | NominalColumn, how: AttributeBins, row: number): number {
  if (column.type === "numeric") {
    const x = column.values[row];
    return Number.isNaN(x) || how.kind !== "numeric" ? how.missing : binOfNumber(how.edges, x);
  }
  const code = column.codes[row];
  if (code < 0) return how.missing;
  if (how.kind === "numeric") return binOfNumber(how.edges, code);
  return how.levelBins[code];
}
