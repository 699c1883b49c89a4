import { show } from "../base/errors.js";
import type { Column, NominalColumn, NumericColumn } from "./column.js";
import type { Table, Warning } from "./table.js";

const FEW_ROWS = 20;
const MANY_LEVELS = 1000;

/** What a user should know of a table's columns before learning from it. `declared` columns are meant as they are. */
export function inspect(table: Table, declared: ReadonlySet<string>): Warning[] {
  return table.columns.flatMap((column) => inspectColumn(column, table.rows, declared.has(column.name)));
}

function inspectColumn(column: Column, rows: number, declared: boolean): Warning[] {
  const name = show(column.name);
  const warn = (code: Warning["code"], message: string): Warning => ({ code, column: column.name, message });
  const { present, distinct } = column.type === "numeric" ? spread(column.values) : levelsUsed(column);
  if (rows === 0) return [];
  if (present === 0) return [warn("ALL_MISSING", `${name} has no value in any row`)];
  const found: Warning[] = [];
  if (distinct === 1 && rows > 1)
    found.push(warn("CONSTANT", `${name} has the same value in every row that has one`));
  if (column.type === "numeric") {
    if (isRowNumber(column))
      found.push(warn("ROW_NUMBER", `${name} counts the rows: leave it out of the attributes`));
    return found;
  }
  if (column.type === "nominal" && !declared && rows >= FEW_ROWS && distinct > 1 && distinct === present) {
    found.push(
      warn("ID_LIKE", `${name} differs in every row, like an identifier: leave it out of the attributes`),
    );
  }
  if (column.type !== "string" && column.levels.length > MANY_LEVELS) {
    found.push(warn("MANY_LEVELS", `${name} has ${column.levels.length} levels`));
  }
  return found;
}

interface Spread {
  /** Cells that are not missing. */
  readonly present: number;
  /** Exact up to 1; 2 stands for more in a numeric column. */
  readonly distinct: number;
}

function spread(values: Float64Array): Spread {
  let present = 0;
  let distinct = 0;
  let first = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (present++ === 0) {
      first = value;
      distinct = 1;
    } else if (value !== first) distinct = 2;
  }
  return { present, distinct };
}

function levelsUsed({ codes, levels }: NominalColumn): Spread {
  const used = new Uint8Array(levels.length);
  let present = 0;
  let distinct = 0;
  for (const code of codes) {
    if (code < 0) continue;
    present++;
    if (used[code] === 0) distinct++;
    used[code] = 1;
  }
  return { present, distinct };
}

/** Consecutive integers, each once, in any order and without a gap. */
function isRowNumber({ values }: NumericColumn): boolean {
  if (values.length < FEW_ROWS) return false;
  let least = Number.POSITIVE_INFINITY;
  for (const value of values) {
    if (!Number.isSafeInteger(value)) return false;
    if (value < least) least = value;
  }
  const seen = new Uint8Array(values.length);
  for (const value of values) {
    const at = value - least;
    if (at >= values.length || seen[at] === 1) return false;
    seen[at] = 1;
  }
  return true;
}
