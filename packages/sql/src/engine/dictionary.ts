import { type ColumnSchema, CoppiceError } from "coppice";
import type { Connection } from "../connection/connection.js";
import { allRows } from "../connection/results.js";
import { USABLE } from "./cells.js";
import type { Scratch } from "./scratch.js";

/** A scratch table (x, code) of the distinct cells of a column. */
export interface Dictionary {
  readonly table: string;
  readonly codes: number;
  /** Of numbers: ascending. */
  readonly values?: Float64Array;
  /** Of text: as declared, or by code point. */
  readonly levels?: readonly string[];
}

/**
 * Codes are ranks. Levels are those of all rows, as readers collect them; numbers those of the rows that are learned from.
 * Text is compared by its UTF-8 bytes, whose order is that of code points.
 */
export async function dictionaryOf(
  connection: Connection,
  scratch: Scratch,
  base: string,
  column: string,
  schema: ColumnSchema,
): Promise<Dictionary> {
  const isNumeric = schema.type === "numeric";
  const where = isNumeric ? `${column} IS NOT NULL AND ${USABLE}` : `${column} IS NOT NULL`;
  const found = `SELECT DISTINCT ${column} AS x FROM ${base} WHERE ${where}`;
  if (schema.levels) return declared(connection, scratch, found, schema.name, schema.levels);
  const table = await scratch.create(
    "dictionary",
    `SELECT x, CAST(row_number() OVER (ORDER BY x) - 1 AS INTEGER) AS code FROM (${found}) AS u`,
  );
  const result = await allRows(connection, `SELECT x FROM ${table} ORDER BY code`);
  if (!isNumeric) return { table, codes: result.rows, levels: result.texts(0) as string[] };
  const values = result.numbers(0);
  checkFinite(values, schema.name);
  return { table, codes: values.length, values };
}

async function declared(
  connection: Connection,
  scratch: Scratch,
  found: string,
  name: string,
  levels: readonly string[],
): Promise<Dictionary> {
  const { dialect } = connection;
  const rows = levels.map((level, code) => `(${dialect.text(level)}, ${code})`);
  const query = `SELECT x, code FROM (VALUES ${rows.join(", ")}) AS v(x, code)`;
  const table = await scratch.create("dictionary", query);
  const strays = await allRows(
    connection,
    `SELECT x FROM (${found}) AS u WHERE x NOT IN (SELECT x FROM ${table}) ORDER BY x LIMIT 1`,
  );
  if (strays.rows > 0) {
    const [value] = strays.texts(0);
    const message = `${JSON.stringify(value)} is not a declared level of ${JSON.stringify(name)}`;
    throw new CoppiceError("LEVEL_UNKNOWN", message, { name, rule: "a declared level", value });
  }
  return { table, codes: levels.length, levels };
}

export function checkFinite(values: Float64Array, name: string): void {
  for (const value of [values[0], values[values.length - 1]]) {
    if (value === undefined || Number.isFinite(value)) continue;
    const message = `expected a number for ${JSON.stringify(name)}, found ${value}`;
    throw new CoppiceError("CELL_TYPE", message, { name, rule: "a finite number", value });
  }
}
