import { rankOf } from "../../engine/encode.js";

export type Placement = "midpoint" | "weighted" | "value";

/**
 * Where the threshold is placed between two neighbouring values (D 8.3.2): the midpoint; the average weighted by the
 * share of rows on each side, (1-P)·low + P·high; or the largest value of the whole training table that is at most
 * the midpoint (C4.5). Never at or above `high`: a rounded midpoint falls back to `low`.
 */
export function placeThreshold(
  placement: Placement,
  low: number,
  high: number,
  leftShare: number,
  values: Float64Array,
): number {
  if (placement === "weighted") return between(low, high, (1 - leftShare) * low + leftShare * high);
  const sum = low + high;
  const middle = between(low, high, Number.isFinite(sum) ? sum / 2 : low / 2 + high / 2);
  return placement === "midpoint" ? middle : values[rankOf(values, middle)];
}

function between(low: number, high: number, x: number): number {
  return x >= low && x < high ? x : low;
}
