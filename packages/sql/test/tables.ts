import type { Column, ColumnSchema, Table } from "coppice";
import { few, levels, numeric, randomTable } from "../../coppice/src/testing/index.js";
import type { Connection } from "../src/connection/connection.js";
import type { Dialect } from "../src/dialect/dialect.js";

/** A literal of a cell; undefined if it is missing. */
function literal(column: Column, row: number, dialect: Dialect): string | undefined {
  if (column.type === "numeric")
    return Number.isNaN(column.values[row]) ? undefined : dialect.double(column.values[row]);
  const code = column.codes[row];
  return code < 0 ? undefined : dialect.text(column.levels[code]);
}

const typeOf = ({ type }: Column, { name }: Dialect) =>
  type === "numeric" ? "DOUBLE" : name === "spark" ? "STRING" : "VARCHAR";

const lines = <T>({ rows }: Table, line: (row: number) => T) =>
  Array.from({ length: rows }, (_, row) => line(row));

/** Creates a table with the cells of one in memory, and if `key` is given, a column of that name with the row's position. */
export async function createTable(
  connection: Connection,
  name: string,
  table: Table,
  key?: string,
): Promise<void> {
  const { dialect } = connection;
  const { columns } = key === undefined ? table : keyed(table, key);
  const declared = columns.map((column) => `${dialect.identifier(column.name)} ${typeOf(column, dialect)}`);
  await connection.run(`CREATE TABLE ${dialect.identifier(name)} (${declared.join(", ")})`);
  const cells = lines(
    table,
    (row) => `(${columns.map((column) => literal(column, row, dialect) ?? "NULL").join(", ")})`,
  );
  for (let at = 0; at < cells.length; at += 1000)
    await connection.run(
      `INSERT INTO ${dialect.identifier(name)} VALUES ${cells.slice(at, at + 1000).join(", ")}`,
    );
}

/** The cells of a table in memory as a query of literals. */
export function literalQuery(table: Table, dialect: Dialect): string {
  const { columns } = table;
  const cell = (column: Column, row: number) =>
    literal(column, row, dialect) ?? `CAST(NULL AS ${typeOf(column, dialect)})`;
  const cells = lines(table, (row) => `(${columns.map((column) => cell(column, row)).join(", ")})`);
  const names = columns.map((_, i) => `c${i}`);
  const named = columns.map(({ name }, i) => `c${i} AS ${dialect.identifier(name)}`);
  return `SELECT ${named.join(", ")} FROM (VALUES ${cells.join(", ")}) AS v(${names.join(", ")})`;
}

/** The declared types and levels of a table. */
export function schemaOf({ columns }: Table): ColumnSchema[] {
  return columns.map(({ name, type, ...rest }) => ({
    name,
    type,
    ...("levels" in rest && { levels: rest.levels }),
  }));
}

/** The table with a column of whole numbers, no two of which are equal: by default its rows' positions. */
export function keyed(table: Table, name = "id", key = (row: number) => row): Table {
  return { ...table, columns: [...table.columns, numeric(name, lines(table, key))] };
}

/** 300 levels, of which some do not occur, missing values, and a target that depends on both attributes. */
export function manyLevels(target: "classes" | "values"): Table {
  const attributes = { x: few(97), many: levels(300, "some") };
  const classes = target === "classes" ? 3 : 0;
  return randomTable({ rows: 900, seed: 1, attributes, classes, gaps: 0.08, signal: 0.8 });
}

/** The same columns with missing values in some rows, and a level that no training row has in others. */
export function disturbed(table: Table): Table {
  const columns = table.columns.map((column, c): Column => {
    const isMissing = (row: number) => (row + c) % 5 === 0;
    if (column.type === "numeric")
      return { ...column, values: column.values.map((value, row) => (isMissing(row) ? Number.NaN : value)) };
    const levels = [...column.levels, 'it\'s "new"; --'];
    const codes = column.codes.map((code, row) =>
      isMissing(row) ? -1 : (row + c) % 7 === 0 ? levels.length - 1 : code,
    );
    return { ...column, levels, codes };
  });
  return { ...table, columns };
}
