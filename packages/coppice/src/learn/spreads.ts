import type { Spread } from "../model/tree.js";
import { type Column, testedCells } from "../table/column.js";

/** How much each attribute varies over the training rows: what makes coefficients of formulas comparable. */
export function spreadsOf(attributes: readonly Column[], weights: Float64Array | undefined): Spread[] {
  return attributes.map((column) => {
    const cells = testedCells(column);
    const weightOf = (row: number) => weights?.[row] ?? 1;
    return column.type === "numeric"
      ? deviationOf(cells, weightOf)
      : levelShares(cells, column.levels.length, weightOf);
  });
}

type Cells = ArrayLike<number>;

function deviationOf(cells: Cells, weightOf: (row: number) => number): number {
  let [total, sum] = [0, 0];
  for (let row = 0; row < cells.length; row++) {
    if (Number.isNaN(cells[row])) continue;
    total += weightOf(row);
    sum += weightOf(row) * cells[row];
  }
  const mean = sum / total;
  let squares = 0;
  for (let row = 0; row < cells.length; row++)
    if (!Number.isNaN(cells[row])) squares += weightOf(row) * (cells[row] - mean) ** 2;
  const deviation = Math.sqrt(squares / total);
  return Number.isFinite(deviation) ? deviation : 0;
}

function levelShares(cells: Cells, levels: number, weightOf: (row: number) => number): number[] {
  const counts = new Array<number>(levels).fill(0);
  let total = 0;
  for (let row = 0; row < cells.length; row++) {
    if (!(cells[row] >= 0)) continue;
    counts[cells[row]] += weightOf(row);
    total += weightOf(row);
  }
  return counts.map((count) => (total > 0 ? count / total : 0));
}
