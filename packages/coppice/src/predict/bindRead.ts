import { fault } from "../model/checks.js";
import { asOrdered, testedCells } from "../table/column.js";
import { type ColumnSchema, isStringType } from "../table/schema.js";
import type { Table } from "../table/table.js";
import { type Bound, sameLevels } from "./bind.js";

/**
 * `bind` for a table that `readFor` made: its columns have the types and levels of the model already. Those of a member of
 * an ensemble must be the same.
 */
export function bindRead(attributes: readonly ColumnSchema[], { columns }: Table): Bound {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const cells = attributes.map(({ name, type, levels = [] }) => {
    const column = byName.get(name);
    if (column?.type === "numeric" && type === "numeric") return column.values;
    if (column && column.type === type && isStringType(column.type)) return testedCells(column);
    if (column?.type === type && "levels" in column && sameLevels(levels, column.levels))
      return type === "ordered" ? asOrdered(column.codes) : column.codes;
    throw fault(`${JSON.stringify(name)} of a member`, "as in the ensemble", type);
  });
  return { cells, warnings: [] };
}
