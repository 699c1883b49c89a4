import type { Column } from "../table/column.js";
import type { AttributeFacts, EngineFacts, TargetFacts } from "./port.js";
import type { Problem, Target } from "./problem.js";

/** A column as codes, one a row. A missing cell has the code after the last, so that counting needs no branch. */
export interface EncodedAttribute {
  readonly facts: AttributeFacts;
  readonly codes: Int32Array;
}

export function encodeAttribute(column: Column): EncodedAttribute {
  if (column.type === "numeric") return encodeNumeric(column.values);
  const codes = column.codes.slice();
  const levels = column.levels.length;
  for (let i = 0; i < codes.length; i++) if (codes[i] < 0) codes[i] = levels;
  return { facts: { kind: column.type === "ordered" ? "ordered" : "nominal", codes: levels }, codes };
}

function encodeNumeric(cells: Float64Array): EncodedAttribute {
  const values = distinctValues(cells);
  const codes = new Int32Array(cells.length);
  for (let i = 0; i < cells.length; i++) codes[i] = Number.isNaN(cells[i]) ? values.length : rankOf(values, cells[i]);
  return { facts: { kind: "numeric", codes: values.length, values }, codes };
}

/** Distinct values ascending, without NaN. -0 and 0 are one value, 0: JSON would not keep a threshold of -0. */
export function distinctValues(cells: Float64Array): Float64Array {
  const sorted = cells.slice().sort(); // a typed array sorts by number, NaN last
  let n = 0;
  for (let i = 0; i < sorted.length && !Number.isNaN(sorted[i]); i++) {
    if (n === 0 || sorted[i] !== sorted[n - 1]) sorted[n++] = sorted[i] + 0;
  }
  return sorted.slice(0, n);
}

/** How many of the ascending `values` are at most x, less one: the rank of the largest value that is at most x. */
export function rankOf(values: Float64Array, x: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function targetFacts(target: Target): TargetFacts {
  if (target.kind === "classes") return { kind: "classes", classes: target.column.levels.length };
  const { center, denominator, units } = target.grid;
  return { kind: "values", center, denominator, units: distinctValues(units) };
}

export function factsOf(problem: Problem, attributes: readonly EncodedAttribute[], prefers: EngineFacts["prefers"]): EngineFacts {
  return { attributes: attributes.map((a) => a.facts), target: targetFacts(problem.target), prefers };
}
