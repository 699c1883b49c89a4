import type { Spread } from "../model/tree.js";
import { type Column, testedCells } from "../table/column.js";

/** How much each attribute varies over the training rows: what makes coefficients of formulas comparable. */
export function spreadsOf(attributes: readonly Column[], weights: Float64Array | undefined): Spread[] {
  return attributes.map((column) => {
    const cells = testedCells(column);
    const weightOf = weights ? (row: number) => weights[row] : EVEN;
    return column.type === "numeric"
      ? deviationOf(cells, weightOf)
      : levelShares(cells, column.levels.length, weightOf);
  });
}

type Cells = ArrayLike<number>;

/** The weight of every row, if none is given. */
const EVEN = () => 1;

/** The same sums where rows weigh 1: most tables. */
function deviationOfNumbers(values: Float64Array): number {
  let [total, sum] = [0, 0];
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (Number.isNaN(value)) continue;
    total++;
    sum += value;
  }
  const mean = sum / total;
  let squares = 0;
  for (let row = 0; row < values.length; row++) {
    const off = values[row] - mean;
    if (!Number.isNaN(off)) squares += off * off;
  }
  const deviation = Math.sqrt(squares / total);
  return Number.isFinite(deviation) ? deviation : 0;
}

function deviationOf(cells: Cells, weightOf: (row: number) => number): number {
  if (cells instanceof Float64Array && weightOf === EVEN) return deviationOfNumbers(cells);
  let [total, sum] = [0, 0];
  for (let row = 0; row < cells.length; row++) {
    if (Number.isNaN(cells[row])) continue;
    total += weightOf(row);
    sum += weightOf(row) * cells[row];
  }
  const mean = sum / total;
  let squares = 0;
  for (let row = 0; row < cells.length; row++)
    if (!Number.isNaN(cells[row])) squares += weightOf(row) * ((cells[row] - mean) * (cells[row] - mean));
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
