import { tableOf } from "../synthetic/columns.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Table } from "../table/table.js";

/**
 * A table written as lines of cells between commas, under a line of names: `table`x,y\n1,no\n2,yes\n``. An empty cell or
 * `?` is missing. A column of numbers is numeric, any other nominal, with its levels in the order of the rows; a name
 * may declare both: `size:ordered=s|m|l`, `zip:nominal`, `note:string`.
 */
export function table(texts: TemplateStringsArray, ...inserted: readonly unknown[]): Table {
  const lines = String.raw({ raw: texts }, ...inserted)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const [head, ...rows] = lines.map((line) => line.split(",").map((cell) => cell.trim()));
  const cells = rows.map((row, i) => {
    if (row.length !== head.length)
      throw new Error(`row ${i + 1} has ${row.length} cells, but there are ${head.length} columns`);
    return row.map((cell) => (cell === "" || cell === "?" ? undefined : cell));
  });
  return tableOf(
    head.map((text, j) =>
      schemaOf(
        text,
        cells.map((row) => row[j]),
      ),
    ),
    cells,
  );
}

const DECLARED = /^(.*):(numeric|nominal|ordered|string)(?:=(.*))?$/;

function schemaOf(text: string, cells: readonly (string | undefined)[]): ColumnSchema {
  const found = cells.filter((cell) => cell !== undefined);
  const [, name = text, type, levels] = DECLARED.exec(text) ?? [];
  const isNumeric =
    type === undefined && found.length > 0 && found.every((cell) => Number.isFinite(Number(cell)));
  if (type === "numeric" || isNumeric) return { name, type: "numeric" };
  return {
    name,
    type: (type as "nominal" | undefined) ?? "nominal",
    levels: levels?.split("|") ?? [...new Set(found)],
  };
}
