import type { Column, ColumnSchema, Table } from "coppice";
import type { Dialect } from "../src/dialect/dialect.js";

/** The cells of a table in memory as a query of literals. */
export function literalQuery({ rows, columns }: Table, dialect: Dialect): string {
  const text = dialect.name === "spark" ? "STRING" : "VARCHAR";
  const cell = (column: Column, row: number) => {
    if (column.type === "numeric")
      return Number.isNaN(column.values[row]) ? "CAST(NULL AS DOUBLE)" : dialect.double(column.values[row]);
    const code = column.codes[row];
    return code < 0 ? `CAST(NULL AS ${text})` : dialect.text(column.levels[code]);
  };
  const lines = Array.from(
    { length: rows },
    (_, row) => `(${columns.map((one) => cell(one, row)).join(", ")})`,
  );
  const names = columns.map((_, i) => `c${i}`);
  const named = columns.map(({ name }, i) => `c${i} AS ${dialect.identifier(name)}`);
  return `SELECT ${named.join(", ")} FROM (VALUES ${lines.join(", ")}) AS v(${names.join(", ")})`;
}

/** The declared types and levels of a table. */
export function schemaOf({ columns }: Table): ColumnSchema[] {
  return columns.map(({ name, type, ...rest }) => ({
    name,
    type,
    ...("levels" in rest && { levels: rest.levels }),
  }));
}
