import type { OptionNames } from "../base/checkOptions.js";
import type { Model } from "../model/model.js";
import type { ShapedColumn } from "../source/shapes/shape.js";
import { type OtherShapes, shapeOf } from "../source/shapes/shapeOf.js";
import { type Column, emptyColumn } from "../table/column.js";
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

export const READ_OPTIONS: OptionNames<ReadForOptions> = { allowMissing: 1, missing: 1, columns: 1 };

/**
 * Data as a table in a model's own terms: its types and its levels, nothing inferred. Columns that are no attributes
 * are not looked at.
 */
export function readFor(
  model: Model,
  data: unknown,
  others: OtherShapes,
  { allowMissing = false, missing, columns }: ReadForOptions = {},
): { readonly table: Table; readonly warnings: readonly Warning[] } {
  const attributes = rowAttributes(model);
  const given = others.tableIn?.(data, allowMissing ? attributes : []);
  if (given) return { table: given, warnings: [] };
  const shape = shapeOf(data, others, columns ?? listedNames(attributes));
  const warnings: Warning[] = [];
  const byName = new Map(shape.columns.map((column) => [column.name, column]));
  const made = attributes.map((attribute) => {
    const { name, part } = attribute;
    const own = byName.get(name);
    const column = own ?? (part && byName.get(part.of));
    if (column) return columnIn(attribute, column, own ? cellReader : partReader, missing, warnings);
    if (!allowMissing)
      throw absent(name, [...byName.keys()], `and there is none in ${shape.what}`, attributes);
    return emptyColumn(attribute, shape.rows);
  });
  return { table: { rows: shape.rows, columns: made }, warnings };
}

function columnIn(
  attribute: ColumnSchema,
  shaped: ShapedColumn,
  readerFor: typeof cellReader,
  missing: readonly string[] | undefined,
  warnings: Warning[],
): Column {
  let row = 0;
  const cells = shaped.cells();
  const read = readerFor(attribute, { missing, place: () => `row ${row + 1}`, areMoments: shaped.isDate });
  const column = emptyColumn(attribute, cells.length);
  const unseen = new Unseen();
  for (; row < cells.length; row++) {
    const cell = read(cells[row]);
    if (column.type === "numeric") column.values[row] = cell;
    else if (cell >= 0) column.codes[row] = cell;
    else if (cell === UNSEEN) unseen.add(String(cells[row]));
  }
  unseen.report(column.name, warnings);
  if (read.strings && column.type !== "numeric") return { ...column, levels: read.strings.list };
  return column;
}
