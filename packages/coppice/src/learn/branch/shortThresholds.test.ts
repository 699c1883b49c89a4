import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../../test/kit/forAll.js";
import { isMeasure } from "../../model/measure.js";
import { branchOf } from "../../model/test.js";
import { isSplit } from "../../model/tree.js";
import { cellsOf } from "../../predict/cells.js";
import { twonorm } from "../../synthetic/index.js";
import { fitTable } from "../fit.js";
import { shortest } from "./shortThresholds.js";

it("thresholds of measures have as few digits as separate the neighbouring values", () => {
  expect(shortest(0.123456789, { low: 0.12, high: 0.13 })).toBe(0.123);
  expect(shortest(0.123456789, { low: 0.1234, high: 0.1235 })).toBe(0.12346); // 0.1235 is outside
  expect(shortest(1234.5678, { low: 1234, high: 1235 })).toBe(1234.6); // 1230 and 1235 are outside
  expect(shortest(171.415, { low: 170.9, high: 171.9 })).toBe(171.4); // 171 is in the gap, but far from the threshold
  expect(shortest(2, { low: 2, high: 2.0000001 })).toBe(2);
});

it("thresholds of measures stay in the gap, and near the threshold", () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  forAll(100, [value, value, fc.double({ min: 0, max: 0.999, noNaN: true })], (a, b, share) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    fc.pre(low < high);
    const x = low + share * (high - low);
    fc.pre(x >= low && x < high);
    const short = shortest(x, { low, high });
    expect(short >= low && short < high).toBe(true);
    expect(Math.abs(short - x)).toBeLessThanOrEqual(0.005 * Math.abs(x));
    expect(Math.abs(short - x)).toBeLessThanOrEqual(0.05 * (high - low));
  });
});

it("thresholds of measures of linear trees divide the training rows as recorded, and print briefly", () => {
  const table = twonorm({ rows: 300, seed: 3 });
  const options = { singleAttributes: false, prune: "none" };
  const model = fitTable(table, { target: "class", learner: "linearTree", options });
  const { cells } = cellsOf(model, table);
  expect((model.derived ?? []).some(isMeasure)).toBe(true);
  const [root] = model.nodes;
  if (!isSplit(root) || root.test.kind !== "threshold") throw new Error("no threshold");
  const left = Array.from(cells[root.test.attribute]).filter((cell) => branchOf(root.test, cell) === 0);
  expect(left.length).toBe(model.nodes[root.branches[0]].weight);
  const digits = String(root.test.threshold).replace(/^-?0*\.?0*|\./g, "").length;
  expect(digits).toBeLessThanOrEqual(6);
});
