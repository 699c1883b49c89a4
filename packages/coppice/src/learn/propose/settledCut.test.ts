import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../../test/kit/forAll.js";
import { fitCut, settledCut } from "./settledCut.js";

const rowsOf = (sides: readonly number[], weights: readonly number[] = sides.map(() => 1)) => ({
  sides: Int8Array.from(sides),
  weights: Float64Array.from(weights),
});

const settled = (values: readonly number[], sides: readonly number[], weights?: readonly number[]) =>
  settledCut(Float64Array.from(values), rowsOf(sides, weights));

const wrongAt = (cut: number, values: readonly number[], sides: readonly number[]) =>
  values.filter((value, i) => (value > cut ? 1 : -1) !== sides[i]).length;

it("moves to the gap if every row in between is put right", () => {
  // Eleven rows of the lower side are above 0: 11² / 11 = 11 > 10.828.
  const values = [-1, ...Array.from({ length: 11 }, (_, i) => 0.1 + i / 100), 0.3, 0.4];
  const sides = [-1, ...new Array(11).fill(-1), 1, 1];
  expect(settled(values, sides)).toBeCloseTo(0.25, 12); // between 0.2 and 0.3
});

it("stays if ten rows would be put right, or eleven and one wrong", () => {
  // 10² / 10 = 10; (11 - 1)² / 12 = 8.3.
  const ten = Array.from({ length: 10 }, (_, i) => 0.1 + i / 100);
  const low = ten.map(() => -1);
  expect(settled([-1, ...ten, 1], [-1, ...low, 1])).toBe(0);
  expect(settled([-1, ...ten, 0.3, 0.35, 1], [-1, ...low, 1, -1, 1])).toBe(0);
});

it("moves down as it moves up, and does not count rows of neither side", () => {
  const low = Array.from({ length: 12 }, (_, i) => -0.1 - i / 100);
  const values = [...low, -0.15, -1, 1];
  const sides = [...low.map(() => 1), 0, -1, 1];
  expect(settled(values, sides)).toBeCloseTo(-0.605, 12); // between -1 and -0.21
});

it("a weight of two counts as a heavier row, not as two rows", () => {
  // Six rows of weight 2: 12² / (6 · 4) = 6, where twelve rows would have 12.
  const values = [-1, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 1];
  const sides = [-1, -1, -1, -1, -1, -1, -1, 1];
  expect(settled(values, sides, [1, 2, 2, 2, 2, 2, 2, 1])).toBe(0);
});

it("never misplaces more rows than 0 does", () => {
  const row = fc.record({ value: fc.integer({ min: -20, max: 20 }), side: fc.constantFrom(-1, 1) });
  forAll(100, [fc.array(row, { minLength: 1, maxLength: 80 })], (rows) => {
    const values = rows.map(({ value }) => value / 10);
    const sides = rows.map(({ side }) => side);
    const cut = settled(values, sides);
    expect(wrongAt(cut, values, sides)).toBeLessThanOrEqual(wrongAt(0, values, sides));
    if (cut !== 0) expect(values).not.toContain(cut);
  });
});

it("fitCut leaves the direction as it is", () => {
  const column = Float64Array.from({ length: 60 }, (_, i) => (i - 20) / 20);
  const rows = { columns: [column], ...rowsOf(Array.from({ length: 60 }, (_, i) => (i < 45 ? -1 : 1))) };
  const rules = { nodeLoss: "squared", penalty: 1 } as const;
  const fitted = fitCut(rows, { ...rules, cut: "fitted" });
  const moved = fitCut(rows, { ...rules, cut: "auto" });
  expect(moved.coefficients).toEqual(fitted.coefficients);
  const wrong = ({ coefficients, intercept }: typeof fitted) => {
    const values = Array.from(column, (x) => intercept + coefficients[0] * x);
    return wrongAt(0, values, [...rows.sides]);
  };
  expect(wrong(moved)).toBeLessThanOrEqual(wrong(fitted));
});
