import { expect, it } from "vitest";
import { friedman1, friedman2, friedman3 } from "./friedman.js";
import { mean, numbers, variance } from "./testing.js";

const ROWS = 20000;

it("friedman1 follows its formula when there is no noise", () => {
  const table = friedman1({ rows: 3, seed: 9, noise: 0 });
  const x = Array.from({ length: 10 }, (_, j) => numbers(table, `x${j + 1}`));
  numbers(table, "y").forEach((y, row) => {
    const bump = 10 * Math.sin(Math.PI * x[0][row] * x[1][row]);
    const bowl = 20 * (x[2][row] * x[2][row] - x[2][row] + 0.25); // (x - 1/2)² = x² - x + 1/4
    expect(y).toBeCloseTo(bump + bowl + 10 * x[3][row] + 5 * x[4][row], 10);
  });
});

it("friedman1 has the mean 14.41 and variance 23.8 + 1", () => {
  const y = numbers(friedman1({ rows: ROWS, seed: 2 }), "y");
  // E sin(π u v) = Cin(π)/π = 1.6483/3.1416 = 0.5247, so the mean is 5.247 + 20/12 + 10/2 + 5/2 = 14.413.
  // Standard error √(24.8/20000) = 0.035; four are 0.14.
  expect(Math.abs(mean(y) - 14.413)).toBeLessThan(0.14);
  // E sin²(π u v) = 1/2 - Si(2π)/(4π) = 0.5 - 1.41815/12.566 = 0.3871, so the first term has 38.71 - 27.53 = 11.19;
  // the second 400·(1/80 - 1/144) = 2.222, the others 100/12 + 25/12 = 10.417: 23.83, and 1 for the noise.
  expect(Math.abs(variance(y) - 24.83)).toBeLessThan(1);
});

it("friedman1 can have more attributes, of which only five matter", () => {
  const table = friedman1({ rows: 4, attributes: 12 });
  expect(table.columns.map((column) => column.name).slice(10)).toEqual(["x11", "x12", "y"]);
});

it("friedman2 and friedman3 draw their attributes from the published ranges", () => {
  const table = friedman2({ rows: ROWS, seed: 2 });
  const least = [0, 40 * Math.PI, 0, 1];
  const most = [100, 560 * Math.PI, 1, 11];
  for (const [i, from] of least.entries()) {
    const to = most[i];
    const x = numbers(table, `x${i + 1}`);
    expect(Math.min(...x)).toBeGreaterThanOrEqual(from);
    expect(Math.max(...x)).toBeLessThan(to);
    // A uniform's mean is the middle, within four times (to - from)/√(12·20000).
    expect(Math.abs(mean(x) - (from + to) / 2)).toBeLessThan((4 * (to - from)) / Math.sqrt(12 * ROWS));
    expect(numbers(friedman3({ rows: ROWS, seed: 2 }), `x${i + 1}`)).toEqual(x);
  }
});

it("friedman2 and friedman3 are the length and the angle of one vector", () => {
  const impedance = friedman2({ rows: 5, seed: 8, noise: 0 });
  const angle = numbers(friedman3({ rows: 5, seed: 8, noise: 0 }), "y");
  numbers(impedance, "y").forEach((z, row) => {
    const [x1, x2, x3, x4] = ["x1", "x2", "x3", "x4"].map((name) => numbers(impedance, name)[row]);
    expect(z * Math.cos(angle[row])).toBeCloseTo(x1, 8);
    expect(z * Math.sin(angle[row])).toBeCloseTo(x2 * x3 - 1 / (x2 * x4), 8);
  });
});

it("friedman2 and friedman3 have noise of a third of the signal's deviation", () => {
  const deviation = (values: number[]) => Math.sqrt(variance(values));
  const ratio = (make: typeof friedman2, noise: number) =>
    deviation(numbers(make({ rows: ROWS, noise: 0 }), "y")) / noise;
  expect(Math.abs(ratio(friedman2, 125) - 3)).toBeLessThan(0.2);
  expect(Math.abs(ratio(friedman3, 0.1) - 3)).toBeLessThan(0.2);
  // The noise that is added has the deviation promised: same seed, with and without it.
  const gaps = (make: typeof friedman2) => {
    const clean = numbers(make({ rows: ROWS, noise: 0 }), "y");
    return numbers(make({ rows: ROWS }), "y").map((y, row) => y - clean[row]);
  };
  // The relative error of a deviation is 1/√(2·20000) = 0.005; four are 0.02.
  expect(Math.abs(deviation(gaps(friedman2)) / 125 - 1)).toBeLessThan(0.02);
  expect(Math.abs(deviation(gaps(friedman3)) / 0.1 - 1)).toBeLessThan(0.02);
  expect(Math.abs(deviation(gaps(friedman1)) - 1)).toBeLessThan(0.02);
});
