import type { Problem } from "../../engine/problem.js";
import type { EnsembleModel } from "../../model/ensemble.js";
import { type CorrectingNeighbours, type NeighbourColumn, nearestResidual } from "../../model/neighbours.js";
import { type Column, testedCells } from "../../table/column.js";
import { isStringType } from "../../table/schema.js";
import type { OutOfBag } from "../ensemble/outOfBag.js";

/** Rows by which the share is estimated: a sample of a large table suffices for one number. */
const MOST_JUDGED = 1000;

/**
 * The training rows as neighbours. Their residuals are those of members that did not see them: others are too small. The
 * share of the correction is the one with the least squared error on the training rows, each corrected by others.
 */
export function neighboursOf(
  problem: Problem,
  heard: OutOfBag,
  count: number,
): Partial<Pick<EnsembleModel, "neighbours">> {
  const { target, rows: all } = problem;
  if (target.kind !== "values") return {};
  const rows: number[] = [];
  const residuals: number[] = [];
  for (let row = 0; row < all; row++) {
    const said = heard.answer(row);
    if (said === undefined) continue;
    rows.push(row);
    residuals.push(target.column.values[row] - said[0]);
  }
  if (rows.length < 2) return {};
  const columns = problem.attributes.flatMap((column, a) => columnOf(column, a, rows));
  const open = { count: Math.min(count, rows.length - 1), columns, residuals };
  return { neighbours: { ...open, share: shareOf(problem, rows, open) } };
}

/** A numeric column in units of its standard deviation; nothing if it is constant. */
function columnOf(column: Column, attribute: number, rows: readonly number[]): NeighbourColumn[] {
  const given = testedCells(column);
  if (column.type === "nominal" || isStringType(column.type)) {
    return [{ attribute, cells: rows.map((row) => (given[row] < 0 ? null : given[row])) }];
  }
  const known = rows.filter((row) => !Number.isNaN(given[row]));
  const mean = known.reduce((sum, row) => sum + given[row], 0) / known.length;
  const squares = known.reduce((sum, row) => sum + (given[row] - mean) ** 2, 0);
  const scale = Math.sqrt(squares / known.length);
  if (!(scale > 0) || !Number.isFinite(scale)) return [];
  return [{ attribute, scale, cells: rows.map((row) => (Number.isNaN(given[row]) ? null : given[row])) }];
}

function shareOf(
  { attributes }: Problem,
  rows: readonly number[],
  open: Omit<CorrectingNeighbours, "share">,
): number {
  const cells = attributes.map(testedCells);
  const every = Math.ceil(rows.length / MOST_JUDGED);
  let [products, squares] = [0, 0];
  for (let i = 0; i < rows.length; i += every) {
    const moved = nearestResidual(open, (a) => cells[a][rows[i]], i);
    products += open.residuals[i] * moved;
    squares += moved * moved;
  }
  return squares > 0 ? Math.min(1, Math.max(0, products / squares)) : 0;
}
