import type { Problem } from "../../engine/problem.js";
import type { AnsweringNeighbours, NeighbourColumn } from "../../model/neighbours.js";
import { type Column, testedCells } from "../../table/column.js";

/**
 * The training rows as neighbours that answer. `weightOf` tells how much a standard deviation of an attribute counts, or
 * two levels that differ; 0 leaves it out.
 */
export function answeringRows(
  { attributes, target, weights }: Problem,
  count: number,
  weightOf: (attribute: number) => number,
): AnsweringNeighbours {
  const answers = target.kind === "classes" ? target.column.codes : target.column.values;
  return {
    count,
    columns: attributes.flatMap((column, a) => columnOf(column, a, weightOf(a))),
    answers: Array.from(answers),
    ...(weights && { weights: Array.from(weights) }),
  };
}

function columnOf(column: Column, attribute: number, weight: number): NeighbourColumn[] {
  if (weight === 0) return [];
  const given = testedCells(column);
  if (column.type === "nominal" || column.type === "string") {
    const cells = Array.from(given, (code) => (code < 0 ? null : code));
    return [{ attribute, cells, ...(weight !== 1 && { levelScale: 1 / weight }) }];
  }
  const scale = deviationOf(given) / weight;
  if (!(scale > 0) || !Number.isFinite(scale)) return [];
  const cells = Array.from(given, (value) => (Number.isNaN(value) ? null : value));
  // A missing value is as far away as one scale.
  return [{ attribute, scale, cells, ...(weight !== 1 && { levelScale: 1 / weight }) }];
}

/** The standard deviation of the known values. */
function deviationOf(values: ArrayLike<number>): number {
  const known = Array.from(values).filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value / known.length, 0);
  const squares = known.reduce((sum, value) => sum + (value - mean) ** 2 / known.length, 0);
  return Math.sqrt(squares);
}
