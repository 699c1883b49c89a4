import type { Tally } from "../port.js";
import type { Resolved } from "./entrySums.js";
import { hasWeight } from "./thinnedBins.js";

/**
 * A tally by bins, in which the bins that may have the best threshold are resolved into their numbers; the others are one code
 * each, which stands for the greatest number it may have. Codes count what is here.
 */
export function mergedTally(
  attribute: number,
  edges: Float64Array,
  cells: Float64Array,
  alive: Uint8Array,
  resolved: Resolved | undefined,
): Tally {
  const width = cells.length / (edges.length + 1);
  const most = edges.length + (resolved?.values.length ?? 0);
  const values = new Float64Array(most);
  const sums = new Float64Array(most * width);
  let m = 0;
  let next = 0;
  const put = (value: number, from: Float64Array, at: number) => {
    values[m++] = value + 0;
    for (let k = 0; k < width; k++) sums[(m - 1) * width + k] += from[at + k];
  };
  let wasDead = false;
  for (let bin = 0; bin < edges.length; bin++) {
    if (alive[bin] === 0) {
      if (!hasWeight(cells, bin * width, width)) continue;
      // No threshold between two of them can be chosen. That the attribute varies must be seen, though.
      if (wasDead && m >= 2) m--;
      put(edges[bin], cells, bin * width);
      wasDead = true;
      continue;
    }
    wasDead = false;
    if (resolved === undefined) throw new Error("a bin that was to be resolved was not");
    for (; next < resolved.values.length && resolved.values[next] <= edges[bin]; next++)
      if (hasWeight(resolved.cells, next * width, width))
        put(resolved.values[next], resolved.cells, next * width);
  }
  return {
    attribute,
    codes: Int32Array.from({ length: m }, (_, code) => code),
    values: values.slice(0, m),
    cells: sums.slice(0, m * width),
    missing: cells.slice(edges.length * width),
  };
}
