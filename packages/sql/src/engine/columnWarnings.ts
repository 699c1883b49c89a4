import type { Warning } from "coppice";
import type { CodedRows } from "./coded.js";
import type { OpenRows } from "./openRows.js";

/** A column of so few rows may be 1, 2, 3, … by chance. */
const FEW_ROWS = 20;

/** What is remarkable of attributes, as far as it is known without another pass: row numbers only where values were listed. */
export function columnWarnings(
  { columns, levels, ranges, gaps, task: { rows } }: OpenRows,
  coded: CodedRows | undefined,
): Warning[] {
  return columns.attributes.flatMap(({ schema }, i): Warning[] => {
    const distinct =
      schema.type === "numeric" ? distinctIn(ranges[i]) : foundLevels(schema.levels, levels[i]);
    const name = JSON.stringify(schema.name);
    const warn = (code: Warning["code"], message: string): Warning => ({
      code,
      column: schema.name,
      message: `${name} ${message}`,
    });
    if (distinct === 0) return [warn("ALL_MISSING", "has no value in any row")];
    if (distinct === 1 && rows > 1)
      return [warn("CONSTANT", "has the same value in every row in which it is not missing")];
    const facts = coded?.attributes[i];
    const values = facts?.kind === "numeric" && !gaps[i] ? facts.values : undefined;
    return values && areRowNumbers(values, rows) ? [warn("ROW_NUMBER", "looks like a row number")] : [];
  });
}

/** 0, 1, or undefined for more. */
function distinctIn([least, greatest]: readonly [number, number]): number | undefined {
  if (Number.isNaN(least)) return 0;
  return least === greatest ? 1 : undefined;
}

/** Declared levels need not occur. */
function foundLevels(
  declared: readonly string[] | undefined,
  found: { readonly codes: number } | undefined,
): number | undefined {
  return declared === undefined ? found?.codes : undefined;
}

/** Consecutive integers, each once. */
function areRowNumbers(values: Float64Array, rows: number): boolean {
  if (rows < FEW_ROWS || values.length !== rows || values[rows - 1] - values[0] !== rows - 1) return false;
  return values.every(Number.isSafeInteger);
}
