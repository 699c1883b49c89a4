import type { Tally } from "../port.js";
import type { Resolved } from "./resolve.js";
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
    values[m] = value + 0;
    for (let k = 0; k < width; k++) sums[m * width + k] = from[at + k];
    m++;
  };
  for (let bin = 0; bin < edges.length; bin++) {
    if (alive[bin] === 0) {
      if (hasWeight(cells, bin * width, width)) put(edges[bin], cells, bin * width);
      continue;
    }
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
