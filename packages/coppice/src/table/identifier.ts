import { cellPieces } from "./cellPieces.js";
import type { Column, NominalColumn } from "./column.js";

const FEW = 20;

/** How many distinct levels there are, and in how many rows. */
export interface Spread {
  readonly distinct: number;
  readonly known: number;
}

/**
 * The spread of a nominal column that looks like an identifier; undefined for any other. Either every row has a different
 * level (20 rows or more), or there are more than 20 levels with fewer than two rows each on average.
 */
export function identifierSpread(column: Column): Spread | undefined {
  // Unused levels do no harm: with fewer than 20 declared, fewer than 20 are found.
  if (column.type !== "nominal" || column.levels.length < FEW) return undefined;
  const spread = spreadOf(column);
  const { distinct, known } = spread;
  if (known < FEW) return undefined;
  return distinct === known || distinct > Math.max(FEW, known / 2) ? spread : undefined;
}

function spreadOf(column: NominalColumn): Spread {
  const seen = new Uint8Array(column.levels.length);
  let known = 0;
  for (const codes of cellPieces(column)) known += countKnown(codes, seen);
  return { distinct: seen.reduce((sum, one) => sum + one, 0), known };
}

/** How many codes are known; those are marked as seen. */
function countKnown(codes: ArrayLike<number>, seen: Uint8Array): number {
  let known = 0;
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] < 0) continue;
    known++;
    seen[codes[row]] = 1;
  }
  return known;
}

/** `"id" differs in every row, like an identifier`. */
export function identifierText(name: string, { distinct, known }: Spread): string {
  const quoted = JSON.stringify(name);
  return distinct === known
    ? `${quoted} differs in every row, like an identifier`
    : `${quoted} has ${distinct} distinct values in ${known} rows, close to one per row`;
}
