import type { NumericColumn } from "../../table/column.js";
import { momentsOf, scaleOf } from "./moments.js";
import type { Cell, Outcome, Scan } from "./outcome.js";

export function valueOutcome({ values }: NumericColumn): Outcome {
  const scale = scaleOf(values);
  const mean = (momentsOf(values).mean ?? 0) / scale;
  // Centred on the mean, so that the squared differences are not lost to rounding next to a large mean.
  const centred = values.map((value) => value / scale - mean);
  return {
    task: "regression",
    rows: values.length,
    impurity: (order, from, to) => squaresOf(centred, order, from, to),
    scan: (order) => scanOf(centred, order),
    cells: (codes, groups) => cellsOf(values, codes, groups),
  };
}

function squaresOf(values: Float64Array, order: Int32Array, from: number, to: number): number {
  let sum = 0;
  let squares = 0;
  for (let i = from; i < to; i++) {
    const value = values[order[i]];
    sum += value;
    squares += value * value;
  }
  return squaresAbout(to - from, sum, squares);
}

function squaresAbout(n: number, sum: number, squares: number): number {
  return n === 0 ? 0 : Math.max(0, squares - (sum * sum) / n);
}

function scanOf(values: Float64Array, order: Int32Array): Scan {
  let sum = 0;
  let squares = 0;
  for (const row of order) {
    sum += values[row];
    squares += values[row] ** 2;
  }
  let moved = 0;
  let leftSum = 0;
  let leftSquares = 0;
  return {
    move(row) {
      moved++;
      leftSum += values[row];
      leftSquares += values[row] ** 2;
    },
    impurity: () =>
      squaresAbout(moved, leftSum, leftSquares) +
      squaresAbout(order.length - moved, sum - leftSum, squares - leftSquares),
  };
}

function cellsOf(values: Float64Array, codes: Int32Array, groups: number): Cell[] {
  const mine = Array.from({ length: groups }, (): number[] => []);
  for (let row = 0; row < codes.length; row++) mine[codes[row]].push(values[row]);
  return mine.map((cell) => ({ rows: cell.length, ...momentsOf(Float64Array.from(cell)) }));
}
