import type { Model } from "../model/model.js";
import { cellIn } from "../source/shapes/rows.js";
import { type Column, emptyColumn } from "../table/column.js";
import { isStringType } from "../table/schema.js";
import type { Table, Warning } from "../table/table.js";
import { Unseen } from "./bind.js";
import { rowAttributes } from "./cells.js";
import { type PredictorOptions, rowReader } from "./predictorBy.js";
import type { NamedRow } from "./rowCells.js";

/** One row as a table in the model's terms, read as `predict` reads it: cells that are not given are missing. */
export function rowTable(
  model: Model,
  row: NamedRow,
  options: PredictorOptions,
): { readonly table: Table; readonly warnings: readonly Warning[] } {
  const attributes = rowAttributes(model);
  const reader = rowReader(model, attributes, options);
  const cells = new Float64Array(attributes.length);
  reader.into(cells, row);
  const columns = attributes.map((attribute, a) => {
    const column = emptyColumn(attribute, 1);
    if (column.type === "numeric") column.values[0] = cells[a];
    else if (!Number.isNaN(cells[a])) column.codes[0] = cells[a];
    return isStringType(attribute.type) ? ({ ...column, levels: reader.stringsOf(a) } as Column) : column;
  });
  const warnings: Warning[] = [];
  for (const name of reader.unseen) {
    const unseen = new Unseen();
    unseen.add(String(cellIn(row, name)));
    unseen.report(name, warnings);
  }
  return { table: { rows: 1, columns }, warnings };
}
