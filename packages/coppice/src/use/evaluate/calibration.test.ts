import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibration } from "./calibration.js";
import { wilson } from "./intervals.js";

const classes = ["no", "yes"];
const answersOf = (ofYes: readonly number[]) => ({
  probabilities: Float64Array.from(ofYes.flatMap((p) => [1 - p, p])),
});
const truthOf = (isYes: readonly boolean[]) => ({
  kind: "classification" as const,
  codes: Int32Array.from(isYes, Number),
  classes,
});

describe("calibration", () => {
  it("compares predicted shares with observed ones, bin by bin", () => {
    const truth = truthOf([false, true, true, true, false]);
    const found = calibration(1, truth, answersOf([0.1, 0.15, 1, 0.9, 0.95]));
    expect(found.bins).toEqual([
      { from: 0.1, to: 0.2, weight: 2, predicted: 0.125, observed: 0.5, interval: wilson(0.5, 2) },
      {
        ...{ from: 0.9, to: 1, weight: 3, predicted: (1 + 0.9 + 0.95) / 3, observed: 2 / 3 },
        interval: wilson(2 / 3, 3),
      },
    ]);
    // 2/5 of the rows are off by 0.375, 3/5 by 2.85/3 - 2/3.
    expect(found.error).toBeCloseTo((2 * 0.375 + 3 * (0.95 - 2 / 3)) / 5, 12);
  });

  it("gives a class that the model does not know the probability 0", () => {
    const truth = { kind: "classification" as const, codes: Int32Array.of(0, 2), classes: ["a", "b", "c"] };
    const found = calibration(2, truth, { probabilities: Float64Array.of(0.5, 0.5, 0.2, 0.8) });
    expect(found.bins).toMatchObject([{ from: 0, weight: 2, predicted: 0, observed: 0.5 }]);
  });

  it("counts a row of weight 2 as two rows", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 3 })),
          {
            minLength: 1,
            maxLength: 30,
          },
        ),
        fc.integer({ min: 1, max: 12 }),
        (rows, bins) => {
          const weighted = calibration(
            1,
            truthOf(rows.map(([is]) => is)),
            answersOf(rows.map(([, p]) => p)),
            {
              bins,
              weights: rows.map(([, , w]) => w),
            },
          );
          const repeated = rows.flatMap(([is, p, w]) => Array.from({ length: w }, () => [is, p] as const));
          const found = calibration(
            1,
            truthOf(repeated.map(([is]) => is)),
            answersOf(repeated.map(([, p]) => p)),
            { bins },
          );
          expect(weighted.bins.map(({ from, weight, observed }) => [from, weight, observed])).toEqual(
            found.bins.map(({ from, weight, observed }) => [from, weight, observed]),
          );
          expect(weighted.error).toBeCloseTo(found.error, 9);
        },
      ),
    );
  });
});
