import { addedAttributes, tableAttributes } from "../model/tableAttributes.js";
import type { TreeModel } from "../model/tree.js";
import type { Table } from "../table/table.js";
import { type Bound, bind, type Cells } from "./bind.js";
import { prepareCells } from "./prepareCells.js";

export { tableAttributes } from "../model/tableAttributes.js";
export type { Cells } from "./bind.js";

type Prepared = Pick<TreeModel, "attributes" | "preparation">;

/** A table's cells as the model's tests see them: in its level codes, after its preparation. */
export function cellsOf(model: Prepared, table: Table): Bound {
  const { cells, warnings } = bind(tableAttributes(model), table);
  if (model.preparation === undefined) return { cells, warnings };
  return { cells: prepareCells(model, placed(model, cells)), warnings };
}

/** The table's cells at the positions of their attributes; undefined for attributes that the preparation adds. */
export function placed(model: Prepared, cells: readonly Cells[]): (Cells | undefined)[] {
  const added = addedAttributes(model);
  let next = 0;
  return model.attributes.map((_, a) => (added.has(a) ? undefined : cells[next++]));
}
