import type { Column, NumericColumn } from "../column.js";
import type { TimeNotation, TimePart } from "../schema.js";
import { partColumn, partSchema, partUnits } from "../timeParts.js";

/**
 * The columns derived from a column of dates: the `wanted` ones, by default each part with more than one value. Names
 * that the table already has are skipped.
 */
export function derivedParts(
  { name, values }: NumericColumn,
  notation: TimeNotation,
  taken: ReadonlySet<string>,
  wanted?: readonly TimePart[],
): Column[] {
  const parts = wanted ?? partUnits(notation.shows).map((unit) => ({ of: name, unit, notation }));
  return parts
    .filter((part) => part.of === name && !taken.has(partSchema(part).name))
    .map((part) => partColumn(part, values))
    .filter((column) => wanted !== undefined || hasSeveral(column));
}

function hasSeveral(column: Column): boolean {
  const cells: ArrayLike<number> = column.type === "numeric" ? column.values : column.codes;
  let first: number | undefined;
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row];
    if (Number.isNaN(cell) || (column.type !== "numeric" && cell < 0)) continue;
    if (first === undefined) first = cell;
    else if (cell !== first) return true;
  }
  return false;
}
