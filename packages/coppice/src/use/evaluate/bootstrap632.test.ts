import { expect, it } from "vitest";
import { labelled, trueClasses, trueValues, valued } from "../../../test/kit/judged.js";
import { bootstrap632, combine } from "./bootstrap632.js";
import type { Split } from "./splits.js";

const rest = { size: {}, seconds: { fit: 0, predict: 0 } };
const labels = (...codes: number[]) => ({ prediction: labelled(...codes), ...rest });
const values = (...numbers: number[]) => ({ prediction: valued(...numbers), ...rest });
const sample = (pass: number, ...test: number[]): Split => ({
  ...{ train: "rest", test: Int32Array.from(test), pass, name: "" },
});

it("the .632+ estimate weighs the two errors by how much was overfitted", () => {
  // R = (0.3 - 0.1) / (0.5 - 0.1) = 1/2; w = 0.632 / (1 - 0.184) = 0.774510
  const { overfitting, weight, estimate632, estimate } = combine(0.1, 0.3, 0.5);
  expect(overfitting).toBeCloseTo(0.5, 14);
  expect(weight).toBeCloseTo(0.632 / 0.816, 14);
  expect(estimate632).toBeCloseTo(0.0368 + 0.1896, 14);
  expect(estimate).toBeCloseTo(0.1 + 0.2 * (0.632 / 0.816), 14);
  // The form of the paper: .632 + (Err1 - err) · .368 · .632 · R / (1 - .368 R)
  expect(estimate).toBeCloseTo(0.2264 + (0.2 * 0.368 * 0.632 * 0.5) / 0.816, 12);
});

it("the .632+ estimate is .632 without overfitting, and no worse than no information", () => {
  expect(combine(0.3, 0.2, 0.5)).toMatchObject({ overfitting: 0, weight: 0.632 });
  const worst = combine(0, 0.7, 0.5);
  expect(worst.overfitting).toBe(1);
  expect(worst.estimate).toBeCloseTo(0.5, 14); // w = 0.632 / 0.632 = 1
});

it("the .632+ estimate takes each row's mean over the samples that left it out", () => {
  const truth = trueClasses([0, 0, 1, 1], ["a", "b"]);
  // Row 0 is tested twice: right, wrong; row 1 once: wrong; row 2 once: right; row 3 never.
  const splits = [sample(0, 0, 1), sample(1, 0, 2)];
  const found = bootstrap632({ truth }, labels(0, 0, 1, 0), splits, [labels(0, 1), labels(1, 1)]);
  expect(found.leftOut).toBeCloseTo((0.5 + 1 + 0) / 3, 14);
  expect(found.resubstitution).toBe(0.25); // row 3
  // Actual 1/2, 1/2; predicted 3/4, 1/4: 1/2 · 1/4 + 1/2 · 3/4
  expect(found.noInformation).toBe(0.5);
  expect(found.samples).toBe(2);
});

it("the .632+ estimate is of squared errors for numbers", () => {
  const truth = trueValues(0, 2);
  const found = bootstrap632({ truth }, values(0, 1), [sample(0, 0), sample(1, 1)], [values(2), values(2)]);
  expect(found.resubstitution).toBe(0.5); // (0 + 1) / 2
  expect(found.leftOut).toBe(2); // (4 + 0) / 2
  expect(found.noInformation).toBe(1.5); // 0-0: 0, 0-1: 1, 2-0: 4, 2-1: 1; a quarter each
});
