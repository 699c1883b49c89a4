import type { BinDivision, CodeRequest } from "coppice/engine";
import { letterAt } from "../../dialect/letterAt.js";

export type AttributeBins = CodeRequest["attributes"][number];

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
    return `${letterAt(letters, column)} = 'l'`;
  }
  const known = `${column} <= ${bin}`;
  return (flags & MISSING_LEFT) !== 0
    ? `(${known} OR ${column} = ${missing})`
    : `(${known} AND ${column} <> ${missing})`;
}
