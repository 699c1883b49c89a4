import { edgesBelow } from "../../../base/edgesBelow.js";
import type { BoostFacts } from "../../../engine/boost/port.js";
import type { AttributeBins } from "../../../kernels/drivers/boost/plan.js";
import { sampleEdges } from "../../../kernels/drivers/boost/sampleEdges.js";
import type { Team } from "../../../kernels/team.js";
import type { NominalColumn, NumericColumn } from "../../../table/column.js";
import { gapsOf, thresholdsIn } from "../../coding/quantileEdges.js";

/** The bin of missing numbers: kernels divide rows by comparing bytes. */
export const NARROW_MISSING = 255;
/** The most levels that are told apart; rarer ones share a bin. */
const MOST_LEVELS = 4096;

/** The bins of every attribute, from a sample of its numbers or the counts of its levels. */
export function binAttributes(
  { samples, levels, trainRows }: Pick<BoostFacts, "samples" | "levels" | "trainRows">,
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

/** The bin of a column's cell. */
export function binOfCell(column: NumericColumn | NominalColumn, how: AttributeBins, row: number): number {
  if (column.type === "numeric") {
    const x = column.values[row];
    return Number.isNaN(x) || how.kind !== "numeric" ? how.missing : edgesBelow(how.edges, x);
  }
  const code = column.codes[row];
  if (code < 0) return how.missing;
  if (how.kind === "numeric") return edgesBelow(how.edges, code);
  return how.levelBins[code];
}
