import { show } from "../base/errors.js";
import type { Column, NominalColumn, NumericColumn } from "./column.js";
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
  const spread = column.type === "numeric" ? spreadOfNumbers(column.values) : spreadOfLevels(column);
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

function spreadOfNumbers(values: Float64Array): Spread {
  const first = values.find((value) => !Number.isNaN(value));
  if (first === undefined) return "none";
  return values.some((value) => value !== first && !Number.isNaN(value)) ? "some" : "one";
}

/** Rarely examines more than a few rows: a second level is soon found. */
function spreadOfLevels({ codes }: NominalColumn): Spread {
  const first = codes.find((code) => code >= 0);
  if (first === undefined) return "none";
  return codes.some((code) => code !== first && code >= 0) ? "some" : "one";
}

/** Consecutive integers, each once, in any order and without a gap. */
function isRowNumber({ values }: NumericColumn): boolean {
  // Most columns repeat a value among the first few, or have one that is not an integer.
  if (values.length < FEW_ROWS || new Set(values.subarray(0, FEW_ROWS)).size < FEW_ROWS) return false;
  const least = leastInteger(values);
  return least !== undefined && eachOnce(values, least, new Uint8Array(values.length));
}

/** Undefined unless all are integers. */
function leastInteger(values: Float64Array): number | undefined {
  let least = Number.POSITIVE_INFINITY;
  for (let row = 0; row < values.length; row++) {
    if (!Number.isSafeInteger(values[row])) return undefined;
    if (values[row] < least) least = values[row];
  }
  return least;
}

function eachOnce(values: Float64Array, least: number, seen: Uint8Array): boolean {
  for (let row = 0; row < values.length; row++) {
    const at = values[row] - least;
    if (at >= values.length || seen[at] === 1) return false;
    seen[at] = 1;
  }
  return true;
}
