import type { Column, Table } from "coppice";
import type { Connection } from "../src/connection/connection.js";

/** A literal of a cell. */
function literal(column: Column, row: number, { dialect }: Connection): string {
  if (column.type === "numeric") {
    const value = column.values[row];
    return Number.isNaN(value) ? "NULL" : dialect.double(value);
  }
  const code = column.codes[row];
  return code < 0 ? "NULL" : dialect.text(column.levels[code]);
}

/** Creates a table with the cells of one in memory, and if `key` is given, a column of that name with the row's position. */
export async function createTable(
  connection: Connection,
  name: string,
  table: Table,
  { key, types = new Map() }: { key?: string; types?: ReadonlyMap<string, string> } = {},
): Promise<void> {
  const { dialect } = connection;
  const text = dialect.name === "spark" ? "STRING" : "VARCHAR";
  const columns = table.columns.map(
    (column) =>
      `${dialect.identifier(column.name)} ${types.get(column.name) ?? (column.type === "numeric" ? "DOUBLE" : text)}`,
  );
  const keys = key === undefined ? [] : [`${dialect.identifier(key)} INTEGER`];
  await connection.run(`CREATE TABLE ${dialect.identifier(name)} (${[...keys, ...columns].join(", ")})`);
  const rows = Array.from({ length: table.rows }, (_, row) => {
    const cells = table.columns.map((column) => literal(column, row, connection));
    return `(${[...(key === undefined ? [] : [row]), ...cells].join(", ")})`;
  });
  for (let at = 0; at < rows.length; at += 1000)
    await connection.run(
      `INSERT INTO ${dialect.identifier(name)} VALUES ${rows.slice(at, at + 1000).join(", ")}`,
    );
}
