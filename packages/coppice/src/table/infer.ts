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
      found.push(
        warn("ROW_NUMBER", `${name} counts the rows: leave it out with --ignore if that is all it does`),
      );
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
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (Number.isNaN(value)) continue;
    if (present++ === 0) {
      first = value;
      distinct = 1;
    } else if (value !== first) distinct = 2;
  }
  return { present, distinct };
}

function levelsUsed({ codes, levels }: NominalColumn): Spread {
  const used = new Uint32Array(levels.length);
  countCodes(used, codes);
  return {
    present: used.reduce((sum, n) => sum + n, 0),
    distinct: used.reduce((sum, n) => sum + (n > 0 ? 1 : 0), 0),
  };
}

function countCodes(used: Uint32Array, codes: Int32Array): void {
  for (let row = 0; row < codes.length; row++) if (codes[row] >= 0) used[codes[row]]++;
}

/** Consecutive integers, each once, in any order and without a gap. */
function isRowNumber({ values }: NumericColumn): boolean {
  if (values.length < FEW_ROWS) return false;
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
