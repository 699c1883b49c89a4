/**
 * The weighted quantile: the least value up to which at least the share of the weight lies; where it lies there exactly,
 * the mean of that value and the next, so that the half of an even number of rows is the usual median.
 */
export function weightedQuantile(
  values: Float64Array,
  weights: Float64Array | undefined,
  share: number,
): number {
  if (weights === undefined) return plainQuantile(values.slice().sort(), share);
  const order = Int32Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
  const total = weights.reduce((sum, w) => sum + w, 0);
  let below = 0;
  for (let i = 0; i < order.length; i++) {
    below += weights[order[i]];
    if (below < share * total) continue;
    const value = values[order[i]];
    return below === share * total && i + 1 < order.length ? value / 2 + values[order[i + 1]] / 2 : value;
  }
  return values[order[order.length - 1]];
}

function plainQuantile(sorted: Float64Array, share: number): number {
  const place = share * sorted.length;
  const i = Math.min(Math.max(Math.ceil(place), 1), sorted.length) - 1;
  return i + 1 === place && i + 1 < sorted.length ? sorted[i] / 2 + sorted[i + 1] / 2 : sorted[i];
}
