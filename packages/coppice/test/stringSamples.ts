import type { Sample } from "../src/learn/strings/sample.js";
import { sequencesOf } from "../src/learn/strings/sequences.js";

/** Weight × Gini impurity of two class weights. */
export function giniImpurity([a, b]: Float64Array): number {
  return a + b === 0 ? 0 : (2 * a * b) / (a + b);
}

/** Distinct strings, each with the weights of two classes. */
export function makeSample(
  rows: readonly (readonly [text: string, a: number, b: number])[],
  support: number,
  unit: "letters" | "words" = "letters",
): Sample {
  const sums = Float64Array.from(rows.flatMap(([, a, b]) => [a, b]));
  const weights = Float64Array.from(rows, ([, a, b]) => a + b);
  const total = Float64Array.of(
    rows.reduce((sum, [, a]) => sum + a, 0),
    rows.reduce((sum, [, , b]) => sum + b, 0),
  );
  return {
    sequences: sequencesOf(
      rows.map(([text]) => text),
      unit,
      false,
    ),
    strings: Int32Array.from(rows.keys()),
    width: 2,
    isNumeric: false,
    sums,
    weights,
    total,
    totalWeight: total[0] + total[1],
    impurity: (cells, at) => giniImpurity(cells.subarray(at, at + 2)),
    support,
  };
}
