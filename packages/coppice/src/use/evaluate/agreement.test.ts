import { expect, it } from "vitest";
import { balancedAccuracy, kappa, matthews } from "./agreement.js";

// 20 yes, 15 of them predicted correctly; 30 no, 20 of them predicted correctly.
const PAIR = [
  [15, 5],
  [10, 20],
];

const matrix = (text: string) => text.split(" ").map((row) => Array.from(row, Number));

it("balanced accuracy", () => {
  expect(balancedAccuracy(PAIR)).toBeCloseTo((15 / 20 + 20 / 30) / 2, 14);
  // A class without rows has no recall and does not count.
  const three = [...PAIR.map((row) => [...row, 0]), [0, 0, 0]];
  expect(balancedAccuracy(three)).toBeCloseTo(0.7083333333333333, 14);
});

it("kappa: agreement 0.7, by chance (20·25 + 30·25) / 50² = 0.5", () => {
  expect(kappa(PAIR)).toBeCloseTo(0.4, 14); // (0.7 - 0.5) / (1 - 0.5)
  expect(kappa([[5]])).toBeNaN();
});

it("Matthews' correlation, for two classes and for three", () => {
  // (15·20 - 5·10) / √(20·30·25·25)
  expect(matthews(PAIR)).toBeCloseTo(250 / Math.sqrt(375000), 14);
  // 6 rows, 5 right; actual (2, 2, 2), predicted (3, 2, 1): (6·5 - 12) / √((36 - 12)(36 - 14))
  expect(matthews(matrix("200 020 101"))).toBeCloseTo(18 / Math.sqrt(24 * 22), 14);
  expect(matthews(matrix("40 30"))).toBeNaN();
});
