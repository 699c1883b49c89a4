import { describe, expect, it } from "vitest";
import {
  accuracy,
  brier,
  classFigures,
  confusionMatrix,
  expectedCost,
  logLoss,
  mae,
  r2,
  rmse,
} from "./metrics.js";

const truth = [0, 0, 1, 1, 2];
const labels = [0, 1, 1, 1, 0];
// Row by row, three classes.
const probabilities = [0.5, 0.25, 0.25, 0.25, 0.5, 0.25, 0, 1, 0, 0.25, 0.75, 0, 1, 0, 0];

describe("classification", () => {
  it("accuracy", () => {
    expect(accuracy(truth, labels)).toBe(0.6); // 3 of 5
    expect(accuracy(truth, labels, [1, 2, 1, 1, 5])).toBe(0.3); // (1 + 1 + 1) / 10
  });

  it("confusion matrix: true classes down, predicted ones across", () => {
    const rows = (...given: Parameters<typeof confusionMatrix>) =>
      confusionMatrix(...given).map((row) => row.join(" "));
    expect(rows(truth, labels, 3)).toEqual(["1 1 0", "0 2 0", "1 0 0"]);
    expect(rows(truth, labels, 3, [1, 2, 3, 4, 5])).toEqual(["1 2 0", "0 7 0", "5 0 0"]);
  });

  it("log loss, clipped at 1e-15", () => {
    // -ln of 1/2, 1/4, 1 - 1e-15, 3/4 and 1e-15; ln 1e-15 = -34.538776…
    const first = Math.log(2) + Math.log(4) + Math.log(4 / 3);
    expect(logLoss(truth, probabilities, 3)).toBeCloseTo((first + 1e-15 + 34.538776394910684) / 5, 12);
    expect(logLoss(truth, probabilities, 3, [1, 1, 0, 0, 0])).toBeCloseTo(Math.log(8) / 2, 12);
  });

  it("Brier score, summed over classes", () => {
    // 1/4+1/16+1/16 = 0.375; 9/16+1/4+1/16 = 0.875; 0; 1/16+1/16 = 0.125; 1+1 = 2
    expect(brier(truth, probabilities, 3)).toBeCloseTo((0.375 + 0.875 + 0 + 0.125 + 2) / 5, 14);
    expect(brier(truth, probabilities, 3, [0, 0, 0, 0, 1])).toBe(2);
  });

  it("precision, recall and F of each class", () => {
    const figures = classFigures(confusionMatrix(truth, labels, 3));
    expect(figures[0]).toEqual({ precision: 0.5, recall: 0.5, f: 0.5, support: 2 }); // 1 of 2, 1 of 2
    expect(figures[1].precision).toBeCloseTo(2 / 3, 14);
    expect(figures[1]).toMatchObject({ recall: 1, f: 0.8, support: 2 }); // 2·2 / (3 + 2)
    expect(figures[2]).toEqual({ precision: Number.NaN, recall: 0, f: 0, support: 1 });
  });
});

const y = [1, 2, 3, 6];
const p = [1, 4, 2, 6];

it("rmse, mae and r2", () => {
  expect(rmse(y, p)).toBeCloseTo(Math.sqrt(5 / 4), 14); // 0 + 4 + 1 + 0
  expect(mae(y, p)).toBe(0.75); // (0 + 2 + 1 + 0) / 4
  // mean 3; spread 4 + 1 + 0 + 9 = 14; error 5
  expect(r2(y, p)).toBeCloseTo(1 - 5 / 14, 14);
});

it("always predicting the mean has r2 = 0, and a constant truth has none", () => {
  expect(r2(y, [3, 3, 3, 3])).toBe(0);
  expect(r2([2, 2], [2, 2])).toBeNaN();
});

it("rmse and mae with weights", () => {
  expect(mae(y, p, [1, 1, 2, 0])).toBe(1); // (0 + 2 + 2·1) / 4
  expect(rmse(y, p, [0, 1, 0, 0])).toBe(2);
});

it("expectedCost is the mean loss per row", () => {
  // 8 right, 1 of class 0 called 1 at 2, 1 of class 1 called 0 at 5: (2 + 5) / 10
  const matrix = (text: string) => text.split(" ").map((row) => Array.from(row, Number));
  expect(expectedCost(matrix("41 14"), matrix("02 50"))).toBe(0.7);
});
