/** Mean and spread of numbers; a figure that does not exist is absent. */
export interface Moments {
  readonly mean?: number;
  /** Of a sample: divided by n − 1. Absent below two values, and where no double is as great. */
  readonly sd?: number;
}

/** Values are divided by their greatest magnitude first where a sum or square of them would leave the doubles. */
export function momentsOf(values: Float64Array): Moments {
  if (values.length === 0) return {};
  const scale = scaleOf(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] / scale;
  const mean = sum / values.length;
  if (values.length === 1) return { mean: mean * scale };
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += (values[i] / scale - mean) ** 2;
  const sd = Math.sqrt(squares / (values.length - 1)) * scale;
  return { mean: mean * scale, ...(Number.isFinite(sd) && { sd }) };
}

/** Between these magnitudes neither squares nor sums of any table overflow or vanish. */
const SMALL = 1e-100;
const LARGE = 1e100;

/** 1, or the greatest magnitude when that is extreme. */
export function scaleOf(values: Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]));
  return most === 0 || (most > SMALL && most < LARGE) ? 1 : most;
}

/** The quantile at `share` of ascending numbers: linear between the two nearest (Hyndman and Fan 1996, type 7). */
export function quantile(sorted: Float64Array, share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  return between(low, high, at - Math.floor(at));
}

/** The point at `part` of the way, also where the way is longer than any double. */
function between(low: number, high: number, part: number): number {
  const step = high - low;
  return Number.isFinite(step) ? low + step * part : low * (1 - part) + high * part;
}

/** Half-way, so that low ≤ middle < high even where the two are neighbours. */
export function middle(low: number, high: number): number {
  const half = between(low, high, 0.5);
  return half < high ? half : low;
}
