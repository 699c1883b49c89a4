import { CoppiceError } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import type { Model } from "../model/model.js";
import type { Shape } from "../source/shapes/shape.js";
import { shapeOf } from "../source/shapes/shapeOf.js";
import { tableIn } from "../source/tableIn.js";
import type { Column } from "../table/column.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Table, Warning } from "../table/table.js";
import { partColumn } from "../table/timeParts.js";
import { sourceOf } from "./attributeCells.js";
import { Unseen } from "./bind.js";
import { cellReader, UNSEEN } from "./cellReader.js";
import { rowAttributes } from "./predictorBy.js";
import { listedNames } from "./rowCells.js";

export interface ReadForOptions {
  /** Treat an attribute without a column in the data as missing in every row; by default that is an error. */
  readonly allowMissing?: boolean;
  /** Texts that mark a missing value, instead of the usual ones; an empty text always does. */
  readonly missing?: readonly string[];
  /** The names of a matrix's columns. Default: the model's attributes, in their order. */
  readonly columns?: readonly string[];
}

/**
 * Data as a table with the model's types and levels, nothing inferred. Columns that are not attributes are ignored.
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
    const column = byName.get(attribute.name);
    if (column) return columnIn(attribute, column.cells(), missing, warnings);
    const source = sourceOf(attribute);
    const dates = source && byName.get(source.name);
    if (dates) return partOf(attribute, source, dates.cells(), missing);
    if (!allowMissing) throw absent(attribute.name, shape);
    return emptyColumn(attribute, shape.rows);
  });
  return { table: { rows: shape.rows, columns: made }, warnings };
}

/** An attribute that is a part of dates. */
function partOf(
  { part }: ColumnSchema,
  source: ColumnSchema,
  cells: ArrayLike<unknown>,
  missing: readonly string[] | undefined,
): Column {
  const dates = columnIn(source, cells, missing, []);
  return partColumn(part!, dates.type === "numeric" ? dates.values : new Float64Array(0));
}

function columnIn(
  attribute: ColumnSchema,
  cells: ArrayLike<unknown>,
  missing: readonly string[] | undefined,
  warnings: Warning[],
): Column {
  let row = 0;
  const read = cellReader(attribute, missing, () => `row ${row + 1}`);
  const { name, type, levels = [] } = attribute;
  if (type === "numeric") {
    const values = new Float64Array(cells.length);
    for (; row < cells.length; row++) values[row] = read(cells[row]);
    return { name, type, values };
  }
  const codes = new Int32Array(cells.length);
  const unseen = new Unseen();
  for (; row < cells.length; row++) {
    const code = read(cells[row]);
    codes[row] = code >= 0 ? code : -1;
    if (code === UNSEEN) unseen.add(String(cells[row]));
  }
  unseen.report(name, warnings);
  return { name, type, levels, codes };
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

function absent(name: string, { columns, what }: Shape): CoppiceError {
  const names = columns.map((column) => column.name);
  const message = `the model needs a column ${JSON.stringify(name)}, and there is none in ${what}${didYouMean(name, names)}`;
  return new CoppiceError("MODEL_MISMATCH", message, {
    name,
    rule: "a column of this name",
    value: names.slice(0, 50),
  });
}
