import type { Dialect } from "../dialect/dialect.js";

/**
 * Math.round of a double, as an expression: halves go up. floor(x + 0.5) would be wrong just below a half and above 2^52,
 * where the addition itself rounds; the difference to the floor is exact.
 */
export function rounded(x: string): string {
  return `(floor(${x}) + CASE WHEN (${x}) - floor(${x}) >= 0.5 THEN 1 ELSE 0 END)`;
}

/** A whole double as a 64-bit integer, in which sums are exact in any order. */
export function asInteger(x: string): string {
  return `CAST(${x} AS BIGINT)`;
}

/** An integer sum as a double, in units of a power of two: exact, since grids keep sums below 2^53 units. */
export function inUnits(sum: string, quantum: number, dialect: Dialect): string {
  return quantum === 1 ? dialect.asDouble(sum) : `(${dialect.asDouble(sum)} * ${dialect.double(quantum)})`;
}
