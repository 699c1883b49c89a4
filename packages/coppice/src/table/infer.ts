import { show } from "../base/errors.js";
import { cellPieces } from "./cellPieces.js";
import type { Column, NumericColumn } from "./column.js";
import { identifierSpread, identifierText } from "./identifier.js";
import { columnRemedy, type Remedy } from "./remedy.js";
import { isStringType } from "./schema.js";
import type { Table, Warning } from "./table.js";

const FEW_ROWS = 20;
const MANY_LEVELS = 1000;

/** What a user should know about a table's columns before learning from it. `declared` columns are taken as they are. */
export function inspect(table: Table, declared: ReadonlySet<string>): Warning[] {
  return table.columns.flatMap((column) => inspectColumn(column, table.rows, declared.has(column.name)));
}

function inspectColumn(column: Column, rows: number, declared: boolean): Warning[] {
  const name = show(column.name);
  const warn = (code: Warning["code"], message: string, remedy?: Remedy): Warning => ({
    code,
    column: column.name,
    message,
    ...(remedy && { remedy }),
  });
  if (rows === 0) return [];
  const spread = spreadOf(column);
  if (spread === "none") return [warn("ALL_MISSING", `${name} has no value in any row`)];
  const found: Warning[] = [];
  if (spread === "one" && rows > 1)
    found.push(warn("CONSTANT", `${name} has the same value in every row in which it is not missing`));
  if (column.type === "numeric") {
    if (isRowNumber(column)) {
      const remedy = columnRemedy("ignore", column.name, "to exclude it");
      found.push(warn("ROW_NUMBER", `${name} looks like a row number`, remedy));
    }
    return found;
  }
  const identifier = declared ? undefined : identifierSpread(column);
  if (identifier !== undefined) {
    const code = identifier.distinct === identifier.known ? "ID_LIKE" : "NEAR_UNIQUE";
    found.push(warn(code, identifierText(column.name, identifier)));
  }
  if (!isStringType(column.type) && column.levels.length > MANY_LEVELS) {
    found.push(warn("MANY_LEVELS", `${name} has ${column.levels.length} levels`));
  }
  return found;
}

/** Whether a column has no value, one distinct value, or several. */
type Spread = "none" | "one" | "some";

/** Rarely examines more than a few rows: a second value is soon found. */
function spreadOf(column: Column): Spread {
  const isKnown = column.type === "numeric" ? isNumber : isLevel;
  let first: number | undefined;
  for (const cells of cellPieces(column)) {
    first ??= cells.find(isKnown);
    if (cells.some((cell) => cell !== first && isKnown(cell))) return "some";
  }
  return first === undefined ? "none" : "one";
}

function isNumber(value: number): boolean {
  return !Number.isNaN(value);
}

function isLevel(code: number): boolean {
  return code >= 0;
}

/** Consecutive integers, each once, in any order and without a gap. */
function isRowNumber(column: NumericColumn): boolean {
  let least = Number.POSITIVE_INFINITY;
  let rows = 0;
  for (const values of cellPieces(column)) {
    // Most columns repeat a value among the first few, or have one that is not an integer.
    if (rows === 0 && new Set(values.subarray(0, FEW_ROWS)).size < FEW_ROWS) return false;
    rows += values.length;
    least = Math.min(least, leastInteger(values));
    if (Number.isNaN(least)) return false;
  }
  const seen = new Uint8Array(rows);
  for (const values of cellPieces(column)) if (!isEachNew(values, least, seen)) return false;
  return true;
}

/** NaN unless all are integers. */
function leastInteger(values: ArrayLike<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (let row = 0; row < values.length; row++) {
    if (!Number.isSafeInteger(values[row])) return Number.NaN;
    if (values[row] < least) least = values[row];
  }
  return least;
}

function isEachNew(values: ArrayLike<number>, least: number, seen: Uint8Array): boolean {
  for (let row = 0; row < values.length; row++) {
    const at = values[row] - least;
    if (at >= seen.length || seen[at] === 1) return false;
    seen[at] = 1;
  }
  return true;
}
