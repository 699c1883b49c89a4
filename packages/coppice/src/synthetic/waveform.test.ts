import { expect, it } from "vitest";
import { mean, numbers, tally, texts, variance, within } from "./testing.js";
import { waveform } from "./waveform.js";

const ROWS = 6000;
const table = waveform({ rows: ROWS, seed: 3 });

it("has 21 attributes, or 40 with noise, and the class last", () => {
  const noisy = waveform({ rows: 5, noise: true });
  expect(table.columns.slice(20).map(({ name }) => name)).toEqual(["x21", "class"]);
  expect(noisy.columns.slice(39).map(({ name }) => name)).toEqual(["x40", "class"]);
});

it("has equally likely classes", () => {
  // Binomial(6000, 1/3): standard deviation √(6000·1/3·2/3) = 36.5; four of them are 146.
  for (const count of tally(table, "class")) expect(Math.abs(count - 2000)).toBeLessThan(146);
});

it("mixes the waves of the class's pair half and half on average", () => {
  // At i = 7: h1 = 6, h2 (peak 15) = 0, h3 (peak 11) = 6 - 4 = 2, and E u = 1/2.
  // Class 1: (6 + 0)/2 = 3; class 2: (6 + 2)/2 = 4; class 3: (0 + 2)/2 = 1.
  // At i = 15: h1 = 0, h2 = 6, h3 = 2: 3, 1, 4. Variance at most 1 + 6²/12 = 4, so the error of a mean over
  // 2000 rows is √(4/2000) = 0.045; four of them are 0.18.
  const at = (name: string) => ["1", "2", "3"].map((label) => mean(within(table, name, label)));
  const found = [...at("x7"), ...at("x15")];
  [3, 4, 1, 3, 1, 4].forEach((value, k) => {
    expect(Math.abs(found[k] - value)).toBeLessThan(0.18);
  });
  // All waves are zero at i = 1 and i = 21: only N(0, 1) is left. Error of the variance √(2/6000) = 0.018.
  expect(Math.abs(mean(numbers(table, "x1")))).toBeLessThan(4 / Math.sqrt(ROWS));
  expect(Math.abs(variance(numbers(table, "x21")) - 1)).toBeLessThan(0.075);
});

it("adds 19 attributes of pure noise", () => {
  const noisy = waveform({ rows: ROWS, seed: 4, noise: true });
  for (const name of ["x22", "x31", "x40"]) {
    expect(Math.abs(mean(within(noisy, name, "2")))).toBeLessThan(4 / Math.sqrt(1850));
    expect(Math.abs(variance(numbers(noisy, name)) - 1)).toBeLessThan(0.075);
  }
});

it("has the published best possible error of 14%", () => {
  // Bayes' rule with the class densities integrated over u in 40 steps.
  const peak = (i: number, at: number) => Math.max(6 - Math.abs(i - at), 0);
  const pairs = [
    [7, 15],
    [7, 11],
    [15, 11],
  ];
  const x = Array.from({ length: 21 }, (_, j) => numbers(table, `x${j + 1}`));
  const labels = texts(table, "class");
  const tested = 3000;
  let wrong = 0;
  for (let row = 0; row < tested; row++) {
    const density = pairs.map(([first, second]) => {
      let sum = 0;
      for (let step = 0; step < 40; step++) {
        const u = (step + 0.5) / 40;
        let squares = 0;
        for (let i = 1; i <= 21; i++)
          squares += (x[i - 1][row] - u * peak(i, first) - (1 - u) * peak(i, second)) ** 2;
        sum += Math.exp(-squares / 2);
      }
      return sum;
    });
    if (String(density.indexOf(Math.max(...density)) + 1) !== labels[row]) wrong++;
  }
  // Standard error √(0.14·0.86/3000) = 0.0063; three of them are 0.019.
  expect(Math.abs(wrong / tested - 0.14)).toBeLessThan(0.019);
});
