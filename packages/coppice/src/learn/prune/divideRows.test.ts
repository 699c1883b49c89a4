import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { branchOf, type Test, UNKNOWN } from "../../model/test.js";
import type { SplitNode } from "../../model/tree.js";
import { fillOutcomes, partEntries } from "./divideRows.js";

const some = { minLength: 1, maxLength: 20 };
const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(Number.NaN, 0.5, -0));
const numbers = fc.array(number, some);
const codes = fc.array(fc.integer({ min: -1, max: 3 }), some);
const onNumbers = fc.constantFrom<Test>(
  { kind: "threshold", attribute: 0, threshold: 0.5 },
  { kind: "threshold", attribute: 0, threshold: 0 },
  { kind: "intervals", attribute: 0, edges: [-1, 1] },
);
const onCodes = fc.constantFrom<Test>(
  { kind: "levels", attribute: 0 },
  { kind: "threshold", attribute: 0, threshold: 1 },
  { kind: "subset", attribute: 0, left: [0, 2], right: [1] },
);
const questions = fc.oneof(
  fc.record({ test: onNumbers, cells: numbers.map((cells) => Float64Array.from(cells)) }),
  fc.record({ test: onCodes, cells: codes.map((cells) => Int32Array.from(cells)) }),
);

itHolds("outcomes are branchOf's, whatever the test and cells", 100, [questions], ({ test, cells }) => {
  const rows = Int32Array.from(cells, (_, row) => row).reverse();
  const outcomes = new Int32Array(rows.length);
  const split = { test, missing: { kind: "branch", to: 0 } } as unknown as SplitNode;
  fillOutcomes(outcomes, split, rows, [cells]);
  expect(Array.from(outcomes)).toEqual(Array.from(rows, (row) => branchOf(test, cells[row])));
});

it("unknown rows go to every branch by its share, rounded to the grid, and the last takes the rest", () => {
  const entries = { rows: Int32Array.of(4, 7, 9), weights: Float64Array.of(1, 2, 1) };
  const rule = { kind: "share", shares: [0.3, 0.7, 0] } as const;
  const parts = partEntries(entries, Int32Array.of(0, UNKNOWN, 2), rule, 3, 0.25);
  // 2 · 0.3 = 0.6, on the grid of quarters 0.5; the rest of the 2 is 1.5.
  expect(parts.map(({ rows, weights }) => `${rows} weigh ${weights}`)).toEqual([
    "4,7 weigh 1,0.5",
    "7 weigh 1.5",
    "9 weigh 1",
  ]);
});

it("a part that rounds to nothing is no entry", () => {
  const entries = { rows: Int32Array.of(5), weights: Float64Array.of(0.25) };
  const rule = { kind: "share", shares: [0.1, 0.9] } as const;
  const parts = partEntries(entries, Int32Array.of(UNKNOWN), rule, 2, 0.25);
  expect(parts.map(({ weights }) => Array.from(weights))).toEqual([[], [0.25]]);
});
