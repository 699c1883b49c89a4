import type { Derived } from "../../model/tree.js";
import { prepareCells } from "../../predict/prepareCells.js";
import { type Cells, type Column, testedCells } from "../../table/column.js";

/**
 * Columns after the steps that a model's `derived` takes with rows to predict. `widened` has the names and levels
 * they end up with: the columns themselves with levels added, and after them the attributes that are added.
 */
export function appliedTo(
  columns: readonly Column[],
  widened: readonly Column[],
  derived: readonly Derived[],
): readonly Column[] {
  if (derived.length === 0) return columns;
  const given = widened.map((_, a) => columns[a] && testedCells(columns[a]));
  const cells = prepareCells({ attributes: widened, derived }, given);
  return widened.map((column, a) =>
    column === columns[a] && cells[a] === given[a] ? column : withCells(column, cells[a]),
  );
}

function withCells(column: Column, cells: Cells): Column {
  if (column.type === "numeric") return { ...column, values: Float64Array.from(cells) };
  return { ...column, codes: Int32Array.from(cells, (cell) => (cell >= 0 ? cell : -1)) };
}
