import { log2 } from "../base/log2.js";
import {
  areFractionsByKernel,
  isLong,
  rangeByKernel,
  unitsByKernel,
} from "../kernels/drivers/columnPasses.js";

/**
 * Exact sums. A double holds 53 bits; if every summand is a multiple of one power of two q and no sum reaches
 * 2^53·q, then no addition rounds. The order of addition does not matter, and sibling = parent - child is exact. So
 * weights, and targets times weights, are rounded once to such a grid.
 */

/** The finest power of two q such that sums up to `limit` (in absolute value) of multiples of q never round. */
export function quantum(limit: number): number {
  if (!(limit > 0)) return 1;
  const exponent = Math.ceil(log2(limit)) - 52;
  // The library's own logarithm, so that every host chooses the same grid; the 53rd bit is a margin for its rounding.
  return 2 ** Math.max(-1000, Math.min(971, exponent));
}

export function toGrid(x: number, q: number): number {
  return Math.round(x / q) * q;
}

/**
 * Weights on a grid that depends on their total, not on the number of rows, so that a weight of 2 equals a duplicated row.
 * The total is itself computed on a coarser grid on which 2^31 rows cannot round, so it does not depend on the row order.
 */
export function gridWeights(weights: Float64Array): {
  weights: Float64Array;
  quantum: number;
  total: number;
} {
  const largest = Math.max(0, rangeOf(weights).high);
  // Huge weights are scaled below 2^900 first, tiny ones above 2^-900: only ratios matter to a tree.
  const scale =
    largest > 2 ** 900 || (largest > 0 && largest < 2 ** -900)
      ? 2 ** Math.min(1023, -Math.floor(log2(largest)))
      : 1;
  const coarse = quantum(largest * scale * 2 ** 31);
  const { total } = roundedTo(coarse, weights, scale);
  const q = quantum(2 * Math.max(total, largest * scale));
  const onGrid = roundedTo(q, weights, scale);
  return { weights: onGrid.rounded, quantum: q, total: onGrid.total };
}

function roundedTo(
  q: number,
  weights: Float64Array,
  scale: number,
): { rounded: Float64Array; total: number } {
  const rounded = new Float64Array(weights.length);
  let total = 0;
  for (let i = 0; i < weights.length; i++) {
    rounded[i] = toGrid(weights[i] * scale, q);
    total += rounded[i];
  }
  return { rounded, total };
}

/** A numeric target as integer units around a center: value = (center + unit) / denominator. */
export interface ValueGrid {
  readonly units: Float64Array;
  readonly center: number;
  readonly denominator: number;
  /** The grids of weight·u and weight·u². */
  readonly quantum1: number;
  readonly quantum2: number;
}

/** Targets with few decimals are kept exactly: 21.3 is 213 / 10, and their means are as accurate as computed by hand. */
const DECIMALS = [1, 10, 100, 1000, 1e4, 1e5, 1e6];

export function gridValues(values: Float64Array, totalWeight: number): ValueGrid {
  const { low, high } = rangeOf(values);
  const weight = Math.max(1, totalWeight);
  // Up to a total of 2^26 the products weight·u are exact; larger weights must not coarsen the target itself.
  const light = Math.min(weight, 2 ** 26);
  const denominator =
    decimalDenominator(values, Math.max(-low, high), light) ?? binaryDenominator(low, high, light);
  const center = Math.round((low * denominator) / 2 + (high * denominator) / 2);
  const units = unitsOf(values, denominator, center);
  // Units have the order of the values.
  const largest = Math.max(0, -unitOf(low, denominator, center), unitOf(high, denominator, center));
  return {
    units,
    center,
    denominator,
    quantum1: quantum(2 * weight * largest),
    quantum2: quantum(2 * weight * largest * largest),
  };
}

// Plain loops, each a function of its own: for a million targets an iterator or a callback per element is measurably slower.

export function rangeOf(values: Float64Array): { low: number; high: number } {
  if (isLong(values.length)) return rangeByKernel(values);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const y = values[i];
    if (y < low) low = y;
    if (y > high) high = y;
  }
  return { low, high };
}

function unitsOf(values: Float64Array, denominator: number, center: number): Float64Array {
  if (isLong(values.length)) return unitsByKernel(values, denominator, center);
  const units = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) units[i] = unitOf(values[i], denominator, center);
  return units;
}

function unitOf(value: number, denominator: number, center: number): number {
  return Math.round(value * denominator) - center;
}

function decimalDenominator(values: Float64Array, largest: number, weight: number): number | undefined {
  return DECIMALS.find((d) => !(largest * d * weight >= 2 ** 50) && areDecimals(values, d));
}

function areDecimals(values: Float64Array, d: number): boolean {
  if (isLong(values.length)) return areFractionsByKernel(values, d);
  for (let i = 0; i < values.length; i++) if (Math.round(values[i] * d) / d !== values[i]) return false;
  return true;
}

/** Units as fine as the sums of weight·u allow, and never so fine that the center itself would round. */
function binaryDenominator(low: number, high: number, weight: number): number {
  const spread = high / 2 - low / 2;
  const reach = Math.max(spread * weight, Math.abs(low), Math.abs(high));
  return 1 / quantum(Math.min(2 * reach, Number.MAX_VALUE / 4));
}
