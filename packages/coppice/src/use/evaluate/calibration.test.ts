import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { trueClasses } from "../../../test/kit/judged.js";
import { calibration } from "./calibration.js";
import { wilson } from "./intervals.js";

const answersOf = (ofYes: readonly number[]) => ({
  probabilities: Float64Array.from(ofYes.flatMap((p) => [1 - p, p])),
});
const truthOf = (isYes: readonly boolean[]) => trueClasses(isYes.map(Number), ["no", "yes"]);

it("compares predicted shares with observed ones, bin by bin", () => {
  const truth = truthOf([false, true, true, true, false]);
  const found = calibration(1, truth, answersOf([0.1, 0.15, 1, 0.9, 0.95]));
  const [one, two] = [wilson(0.5, 2), wilson(2 / 3, 3)];
  const predicted = (1 + 0.9 + 0.95) / 3;
  expect(found.bins).toEqual([
    { from: 0.1, to: 0.2, weight: 2, predicted: 0.125, observed: 0.5, interval: one },
    { from: 0.9, to: 1, weight: 3, predicted, observed: 2 / 3, interval: two },
  ]);
  // 2/5 of the rows are off by 0.375, 3/5 by 2.85/3 - 2/3.
  expect(found.error).toBeCloseTo((2 * 0.375 + 3 * (0.95 - 2 / 3)) / 5, 12);
});

it("gives a class that the model does not know the probability 0", () => {
  const truth = trueClasses([0, 2]);
  const found = calibration(2, truth, { probabilities: Float64Array.of(0.5, 0.5, 0.2, 0.8) });
  expect(found.bins).toMatchObject([{ from: 0, weight: 2, predicted: 0, observed: 0.5 }]);
});

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const row = fc.record({ is: fc.boolean(), p: unit, w: fc.integer({ min: 1, max: 3 }) });
const table = fc.array(row, { minLength: 1, maxLength: 30 });
const bins = fc.integer({ min: 1, max: 12 });
itHolds("counts a row of weight 2 as two rows", 100, [table, bins], (rows, bins) => {
  const found = (of: typeof rows, weights?: number[]) => {
    const answers = answersOf(of.map(({ p }) => p));
    const options = { bins, ...(weights && { weights }) };
    return calibration(1, truthOf(of.map(({ is }) => is)), answers, options);
  };
  const weighted = found(
    rows,
    rows.map(({ w }) => w),
  );
  const repeated = found(rows.flatMap((each) => Array.from({ length: each.w }, () => each)));
  const figures = (of: typeof weighted) =>
    of.bins.map(({ from, weight, observed }) => [from, weight, observed]);
  expect(figures(weighted)).toEqual(figures(repeated));
  expect(weighted.error).toBeCloseTo(repeated.error, 9);
});
