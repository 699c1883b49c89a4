import { edgesBelow } from "../../base/edgesBelow.js";
import type { Problem } from "../../engine/problem.js";
import type { Column } from "../../table/column.js";
import type { Edges } from "./edges.js";

/** The rows with bins in the place of numbers: growth from them is as from any other table. */
export function binned(problem: Problem, edges: Edges): Problem {
  return { ...problem, attributes: problem.attributes.map((column, a) => inBins(column, edges[a])) };
}

function inBins(column: Column, edges: Float64Array | undefined): Column {
  if (column.type !== "numeric" || edges === undefined) return column;
  const { values } = column;
  const bins = new Float64Array(values.length);
  for (let row = 0; row < bins.length; row++) {
    const x = values[row];
    bins[row] = Number.isNaN(x) ? x : edgesBelow(edges, x);
  }
  return { ...column, values: bins };
}
