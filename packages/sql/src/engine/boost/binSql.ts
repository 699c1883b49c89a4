import type { BinDivision, CodeRequest } from "coppice/engine";
import type { Dialect } from "../../dialect/dialect.js";

export type AttributeBins = CodeRequest["attributes"][number];

/** How many edges are below a number, by halves; NULL for NULL. */
export function binOfNumber(x: string, edges: Float64Array, { double }: Dialect): string {
  const within = (from: number, to: number): string => {
    if (from === to) return String(from);
    const middle = (from + to) >> 1;
    return `CASE WHEN ${x} <= ${double(edges[middle])} THEN ${within(from, middle)} ELSE ${within(middle + 1, to)} END`;
  };
  return `CASE WHEN ${x} IS NULL THEN NULL ELSE ${within(0, edges.length)} END`;
}

const MISSING_LEFT = 1;
const ON_LEVELS = 2;

/** Whether a row's bin goes left: as the library's `binGoesLeft`. */
export function goesLeftSql(
  { bin, flags, sides }: Omit<BinDivision, "node" | "left" | "right">,
  column: string,
  missing: number,
): string {
  if ((flags & ON_LEVELS) !== 0) {
    const letters = Array.from(sides ?? [], (side) => (side === 1 ? "l" : "r")).join("");
    return `substr('${letters}', ${column} + 1, 1) = 'l'`;
  }
  const known = `${column} <= ${bin}`;
  return (flags & MISSING_LEFT) !== 0
    ? `(${known} OR ${column} = ${missing})`
    : `(${known} AND ${column} <> ${missing})`;
}
