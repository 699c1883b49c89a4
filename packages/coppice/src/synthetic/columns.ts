import { CoppiceError } from "../base/errors.js";
import { type Random, random, shuffle } from "../base/random.js";
import { type Column, MISSING_CODE, type NominalColumn, type NumericColumn } from "../table/column.js";
import type { ColumnSchema } from "../table/schema.js";
import { makeTable, selectRows, type Table } from "../table/table.js";

/** A column of zeros, to be filled before the table is made. */
export function numeric(name: string, rows: number): NumericColumn {
  return { type: "numeric", name, values: new Float64Array(rows) };
}

/** A column of the first level, to be filled before the table is made. */
export function nominal(name: string, levels: readonly string[], rows: number): NominalColumn {
  return { type: "nominal", name, levels, codes: new Int32Array(rows) };
}

/** x1, x2, ... */
export function numericSeries(length: number, rows: number): NumericColumn[] {
  return Array.from({ length }, (_, j) => numeric(`x${j + 1}`, rows));
}

export function nominalSeries(length: number, levels: readonly string[], rows: number): NominalColumn[] {
  return Array.from({ length }, (_, j) => nominal(`x${j + 1}`, levels, rows));
}

/** The class, flipped with the given probability. Always draws once, so that the attributes do not depend on the noise. */
export function flipped(code: 0 | 1, noise: number, rng: Random): 0 | 1 {
  return rng.uniform() < noise ? (code === 0 ? 1 : 0) : code;
}

/** A cell of a table written by hand; `undefined` is missing. */
export type Cell = string | number | undefined;

export function tableOf(schema: readonly ColumnSchema[], cells: readonly (readonly Cell[])[]): Table {
  return makeTable(
    schema.map((column, j) =>
      columnFrom(
        column,
        cells.map((row) => row[j]),
      ),
    ),
  );
}

function columnFrom({ name, type, levels = [] }: ColumnSchema, cells: readonly Cell[]): Column {
  if (type === "numeric") {
    return {
      type,
      name,
      values: Float64Array.from(cells, (cell) => (cell === undefined ? Number.NaN : Number(cell))),
    };
  }
  const codes = Int32Array.from(cells, (cell) => {
    if (cell === undefined) return MISSING_CODE;
    const code = levels.indexOf(String(cell));
    if (code >= 0) return code;
    throw new CoppiceError("LEVEL_UNKNOWN", `${name} has no level ${JSON.stringify(cell)}`, {
      name,
      value: cell,
    });
  });
  return { type, name, levels, codes };
}

/** `rows` different rows of the table, in the table's order. */
export function someRows(table: Table, rows: number, seed: number): Table {
  if (rows === table.rows) return table;
  const order = shuffle(
    Int32Array.from({ length: table.rows }, (_, i) => i),
    random(seed),
  );
  return selectRows(table, order.slice(0, rows).sort());
}
