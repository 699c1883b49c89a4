import fc from "fast-check";
import { random } from "../src/base/random.js";
import type { Column } from "../src/table/column.js";
import { makeTable, type Table } from "../src/table/table.js";

/** A table of every kind of attribute, with a weight w and classes y. */
export interface RatioShape {
  readonly rows: number;
  readonly seed: number;
  readonly classes: number;
  /** Distinct values of a numeric attribute; 0 for as many as there are rows. */
  readonly ties: number;
  readonly missing: number;
  /** The share of rows whose class depends on the attributes; the others are random. */
  readonly signal: number;
}

export function ratioTable({ rows, seed, classes, ties, missing, signal }: RatioShape): Table {
  const rng = random(seed);
  const hole = () => rng.uniform() < missing;
  const cell = () => (ties === 0 ? rng.normal() : rng.below(ties) * 0.5 - 1);
  const numbers = (make: () => number) => Float64Array.from({ length: rows }, make);
  const codes = (make: () => number) => Int32Array.from({ length: rows }, make);
  const [a, b] = [numbers(cell), numbers(cell)];
  const [c, d] = [codes(() => rng.below(5)), codes(() => rng.below(4))];
  const scale = ties === 0 ? 1 : ties / 4;
  const y = codes((...[, row]: unknown[]) => {
    const i = row as number;
    const follows = Math.floor(Math.abs(a[i] + b[i]) / scale) + c[i] * (d[i] > 1 ? 2 : 1);
    return rng.uniform() < signal ? follows % classes : rng.below(classes);
  });
  const holed = (values: Float64Array) => values.map((x) => (hole() ? Number.NaN : x));
  const holedCodes = (values: Int32Array) => values.map((x) => (hole() ? -1 : x));
  const levels = (n: number) => Array.from({ length: n }, (_, k) => `l${k}`);
  const columns: Column[] = [
    { type: "numeric", name: "a", values: holed(a) },
    { type: "nominal", name: "c", codes: holedCodes(c), levels: levels(7) },
    { type: "numeric", name: "b", values: holed(b) },
    { type: "ordered", name: "d", codes: holedCodes(d), levels: levels(4) },
    { type: "numeric", name: "noise", values: numbers(() => rng.normal()) },
    { type: "numeric", name: "one", values: numbers(() => 1) },
    { type: "numeric", name: "w", values: numbers(() => rng.below(5) / 4 + 0.1) },
    { type: "nominal", name: "y", codes: y, levels: levels(classes) },
  ];
  return makeTable(columns);
}

export const ratioShapes = fc.record({
  rows: fc.integer({ min: 1, max: 250 }),
  seed: fc.integer({ min: 1, max: 1e6 }),
  classes: fc.constantFrom(2, 3, 4, 5, 9),
  ties: fc.constantFrom(0, 3, 20),
  missing: fc.constantFrom(0, 0.02, 0.3),
  signal: fc.constantFrom(0.2, 0.9, 1),
});
