import type { Model } from "../model/model.js";
import { shapeOf } from "../source/shapes/shapeOf.js";
import { tableIn } from "../source/tableIn.js";
import type { Column } from "../table/column.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Table, Warning } from "../table/table.js";
import { absent, Unseen } from "./bind.js";
import { cellReader, partReader, UNSEEN } from "./cellReader.js";
import { rowAttributes } from "./cells.js";
import { listedNames } from "./rowCells.js";

export interface ReadForOptions {
  /** Takes an attribute whose column the data does not have as missing in every row; otherwise that is an error. */
  readonly allowMissing?: boolean;
  /** Texts that stand for a missing value, in place of the usual ones; an empty text always does. */
  readonly missing?: readonly string[];
  /** The names of a matrix's columns. Absent: the model's attributes, in their order. */
  readonly columns?: readonly string[];
}

/**
 * Data as a table in a model's own terms: its types and its levels, nothing inferred. Columns that are no attributes
 * are not looked at.
 */
export function readFor(
  model: Model,
  data: unknown,
  { allowMissing = false, missing, columns }: ReadForOptions = {},
): { readonly table: Table; readonly warnings: readonly Warning[] } {
  const attributes = rowAttributes(model);
  const given = tableIn(data);
  if (given) return { table: allowMissing ? completed(given, attributes) : given, warnings: [] };
  const shape = shapeOf(data, columns ?? listedNames(attributes));
  const warnings: Warning[] = [];
  const byName = new Map(shape.columns.map((column) => [column.name, column]));
  const made = attributes.map((attribute) => {
    const { name, part } = attribute;
    const own = byName.get(name);
    const column = own ?? (part && byName.get(part.of));
    if (column) return columnIn(attribute, column.cells(), own ? cellReader : partReader, missing, warnings);
    if (!allowMissing) throw absent(name, [...byName.keys()], `and there is none in ${shape.what}`);
    return emptyColumn(attribute, shape.rows);
  });
  return { table: { rows: shape.rows, columns: made }, warnings };
}

function columnIn(
  attribute: ColumnSchema,
  cells: ArrayLike<unknown>,
  readerFor: typeof cellReader,
  missing: readonly string[] | undefined,
  warnings: Warning[],
): Column {
  let row = 0;
  const read = readerFor(attribute, missing, () => `row ${row + 1}`);
  const column = emptyColumn(attribute, cells.length);
  const unseen = new Unseen();
  for (; row < cells.length; row++) {
    const cell = read(cells[row]);
    if (column.type === "numeric") column.values[row] = cell;
    else if (cell >= 0) column.codes[row] = cell;
    else if (cell === UNSEEN) unseen.add(String(cells[row]));
  }
  unseen.report(column.name, warnings);
  return column;
}

function emptyColumn({ name, type, levels = [] }: ColumnSchema, rows: number): Column {
  return type === "numeric"
    ? { name, type, values: new Float64Array(rows).fill(Number.NaN) }
    : { name, type, levels, codes: new Int32Array(rows).fill(-1) };
}

function completed(table: Table, attributes: readonly ColumnSchema[]): Table {
  const names = new Set(table.columns.map(({ name }) => name));
  const added = attributes.filter(({ name, part }) => !names.has(name) && !(part && names.has(part.of)));
  if (added.length === 0) return table;
  return { ...table, columns: [...table.columns, ...added.map((one) => emptyColumn(one, table.rows))] };
}
