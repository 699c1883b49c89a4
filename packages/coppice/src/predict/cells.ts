import { notModel } from "../model/checks.js";
import type { Model } from "../model/model.js";
import { addedAttributes, tableAttributes } from "../model/tableAttributes.js";
import type { TreeModel } from "../model/tree.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Table } from "../table/table.js";
import { type Bound, bind, type Cells } from "./bind.js";
import { prepareCells } from "./prepareCells.js";

export { tableAttributes } from "../model/tableAttributes.js";
export type { Cells } from "./bind.js";

type Prepared = Pick<TreeModel, "attributes" | "derived">;

/** A table's cells as the model's tests see them: in its level codes, and prepared as the model says. */
export function cellsOf(model: Prepared, table: Table): Bound {
  return prepared(model, bind(tableAttributes(model), table));
}

export function prepared(model: Prepared, { cells, warnings }: Bound): Bound {
  if (model.derived === undefined) return { cells, warnings };
  return { cells: prepareCells(model, placed(model, cells)), warnings };
}

/** What a row is read by: the attributes that a table must have. */
export function rowAttributes(model: Model): readonly ColumnSchema[] {
  if (!(model as Partial<Model> | null | undefined)?.attributes) throw notModel(model);
  return tableAttributes(model);
}

/** The cells of a table among those of all attributes; undefined for those that are derived. */
export function placed(model: Prepared, cells: readonly Cells[]): (Cells | undefined)[] {
  const added = addedAttributes(model);
  let next = 0;
  return model.attributes.map((_, a) => (added.has(a) ? undefined : cells[next++]));
}
