import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { labelled, trueClasses, trueValues, valued } from "../../../test/kit/judged.js";
import { biasVariance, type ClassBiasVariance, decompose, type ValueBiasVariance } from "./biasVariance.js";

it("bias and variance of classes by Domingos, and by Kohavi and Wolpert", () => {
  const truth = trueClasses([9, 0, 0]);
  // Row 1 (a): a a b a, majority a: unbiased, 1/4 elsewhere. Row 2 (a): b b a c, majority b: biased, a once.
  const predictions = [labelled(0, 1), labelled(0, 1), labelled(1, 0), labelled(0, 2)];
  const found = decompose(truth, [1, 2], predictions) as ClassBiasVariance;
  // The error is (1/4 + 3/4) / 2, the variance (1/4 + 1/2) / 2.
  expect(found).toMatchObject({ error: 0.5, bias: 0.5, variance: 0.375 });
  expect(found).toMatchObject({ unbiasedVariance: 0.125, biasedVariance: 0.125 });
  // Row 1: shares 3/4, 1/4, Σ² = 5/8; bias² = (1 - 3/2 + 5/8) / 2 = 1/16, variance (1 - 5/8) / 2 = 3/16.
  // Row 2: shares 1/4, 1/2, 1/4, Σ² = 3/8; bias² = (1 - 1/2 + 3/8) / 2 = 7/16, variance 5/16.
  expect(found.kohaviWolpert).toEqual({ bias2: 0.25, variance: 0.25 });
});

const many = fc.array(fc.array(fc.nat(2), { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 9 });
const weights = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 5, maxLength: 5 });
const five = fc.array(fc.nat(2), { minLength: 5, maxLength: 5 });
itHolds("bias and variance of classes add up to the error", 100, [many, five, weights], (runs, codes, w) => {
  const truth = trueClasses(codes);
  const predictions = runs.map((run) => labelled(...run));
  const found = decompose(truth, [0, 1, 2, 3, 4], predictions, w) as ClassBiasVariance;
  expect(found.bias + found.unbiasedVariance - found.biasedVariance).toBeCloseTo(found.error, 12);
  expect(found.kohaviWolpert.bias2 + found.kohaviWolpert.variance).toBeCloseTo(found.error, 12);
});

it("bias and variance of numbers add up to the mean squared error", () => {
  const truth = trueValues(0, 10);
  // Row 0: 1 and 3, mean 2: bias² 4, variance 1. Row 1: 10 and 10: 0 and 0. Squared errors 1, 9, 0, 0.
  const found = decompose(truth, [0, 1], [valued(1, 10), valued(3, 10)]) as ValueBiasVariance;
  expect(found).toEqual({ kind: "regression", error: 2.5, bias2: 2, variance: 0.5 });
});

it("the experiment draws training sets from the rows not held out", async () => {
  const truth = trueClasses(Array.from({ length: 30 }, (_, i) => i % 3));
  const report = await biasVariance(
    async (jobs) =>
      jobs.map(({ train, test }) => {
        const judged = new Set(test);
        expect([...(train as Int32Array)].some((row) => judged.has(row))).toBe(false);
        const prediction = labelled(...Array.from(test, () => 0));
        return { prediction, size: { leaves: 1 }, seconds: { fit: 0, predict: 0 } };
      }),
    { truth, samples: 4, holdout: 0.3, seed: 1 },
  );
  expect(report).toMatchObject({ samples: 4, trainRows: 21, judgedRows: 9, size: { leaves: 1 } });
  // Always a: wrong on the 6 rows of b and c, without variance.
  expect(report.decomposition).toMatchObject({ error: expect.closeTo(6 / 9), variance: 0 });
});
