import { random } from "../base/random.js";
import type { Column } from "../table/column.js";
import { makeTable, type Table } from "../table/table.js";
import { names, nominal, numeric, ordered } from "./columns.js";

export interface MixedOptions {
  readonly rows: number;
  readonly seed: number;
  readonly target: "classes" | "values";
  /** Share of missing values. */
  readonly missing?: number;
  readonly weights?: "whole" | "fractional";
}

/** A table with every kind of attribute, ties, noise and missing values; the target, last, depends on several of them. */
export function mixedTable({ rows, seed, target, missing = 0, weights }: MixedOptions): Table {
  const rng = random(seed);
  const cells = (make: (row: number) => number) => Float64Array.from({ length: rows }, (_, row) => make(row));
  const fine = cells(() => rng.normal());
  const coarse = cells(() => rng.below(5));
  const [color, size, many] = [4, 3, 12].map((levels) => cells(() => rng.below(levels)));
  const scores = cells((row) => {
    const steps = (fine[row] > 0.3 ? 2 : 0) + (color[row] === 2 ? 3 : 0);
    return steps + size[row] * coarse[row] * 0.5 + (many[row] % 3) + rng.normal();
  });
  const holed = (values: Float64Array, gap = -1) => values.map((x) => (rng.uniform() < missing ? gap : x));
  const columns: Column[] = [
    numeric("fine", holed(fine, Number.NaN)),
    nominal("color", ["red", "green", "blue", "grey"], holed(color)),
    ordered("size", ["small", "medium", "large"], holed(size)),
    numeric("coarse", holed(coarse, Number.NaN)),
    nominal("many", names("l", 12), holed(many)),
  ];
  const weight = weights === "whole" ? () => rng.below(4) : () => rng.uniform() * 3;
  if (weights) columns.push(numeric("weight", cells(weight)));
  const value = (score: number) => Math.round(score * 100) / 100;
  const code = (score: number) => (score < 2.5 ? 0 : score < 5 ? 1 : 2);
  const y =
    target === "values" ? numeric("y", scores.map(value)) : nominal("y", ["a", "b", "c"], scores.map(code));
  return makeTable([...columns, y]);
}
