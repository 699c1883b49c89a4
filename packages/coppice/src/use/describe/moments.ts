/** Mean and standard deviation; a figure that is undefined is absent. */
export interface Moments {
  readonly mean?: number;
  /** Sample standard deviation: divided by n − 1. Absent for fewer than two values and if it overflows. */
  readonly sd?: number;
}

/** Values are first divided by their greatest magnitude if a sum or square of them would overflow. */
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

/** Between these magnitudes neither squares nor sums of any table overflow or underflow. */
const SMALL = 1e-100;
const LARGE = 1e100;

/** 1, or the greatest magnitude if it is extreme. */
export function scaleOf(values: Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]));
  return most === 0 || (most > SMALL && most < LARGE) ? 1 : most;
}

/** The quantile at `share` of ascending numbers, by linear interpolation (Hyndman and Fan 1996, type 7). */
export function quantile(sorted: Float64Array, share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  return between(low, high, at - Math.floor(at));
}

/** Linear interpolation at `part`, even if the distance overflows. */
function between(low: number, high: number, part: number): number {
  const step = high - low;
  return Number.isFinite(step) ? low + step * part : low * (1 - part) + high * part;
}

/** The midpoint, with low ≤ middle < high even if the two are adjacent doubles. */
export function middle(low: number, high: number): number {
  const half = between(low, high, 0.5);
  return half < high ? half : low;
}
