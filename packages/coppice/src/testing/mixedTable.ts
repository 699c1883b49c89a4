import { random } from "../base/random.js";
import type { Column } from "../table/column.js";
import { makeTable, type Table } from "../table/table.js";

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
  const hole = () => rng.uniform() < missing;
  const numbers = (make: () => number) => Float64Array.from({ length: rows }, make);
  const codes = (levels: number) => Int32Array.from({ length: rows }, () => rng.below(levels));
  const fine = numbers(() => rng.normal());
  const coarse = numbers(() => rng.below(5));
  const color = codes(4);
  const size = codes(3);
  const many = codes(12);
  const score = (row: number) =>
    (fine[row] > 0.3 ? 2 : 0) +
    (color[row] === 2 ? 3 : 0) +
    size[row] * coarse[row] * 0.5 +
    (many[row] % 3) +
    rng.normal();
  const scores = numbers(() => 0).map((_, row) => score(row));
  const level = (n: number) => Array.from({ length: n }, (_, i) => `l${i}`);
  const columns: Column[] = [
    { type: "numeric", name: "fine", values: fine.map((x) => (hole() ? Number.NaN : x)) },
    {
      type: "nominal",
      name: "color",
      levels: ["red", "green", "blue", "grey"],
      codes: color.map((c) => (hole() ? -1 : c)),
    },
    {
      type: "ordered",
      name: "size",
      levels: ["small", "medium", "large"],
      codes: size.map((c) => (hole() ? -1 : c)),
    },
    { type: "numeric", name: "coarse", values: coarse.map((x) => (hole() ? Number.NaN : x)) },
    { type: "nominal", name: "many", levels: level(12), codes: many.map((c) => (hole() ? -1 : c)) },
  ];
  if (weights) {
    const weight = weights === "whole" ? () => rng.below(4) : () => rng.uniform() * 3;
    columns.push({ type: "numeric", name: "weight", values: numbers(weight) });
  }
  columns.push(
    target === "values"
      ? { type: "numeric", name: "y", values: scores.map((s) => Math.round(s * 100) / 100) }
      : {
          type: "nominal",
          name: "y",
          levels: ["a", "b", "c"],
          codes: Int32Array.from(scores, (s) => (s < 2.5 ? 0 : s < 5 ? 1 : 2)),
        },
  );
  return makeTable(columns);
}
