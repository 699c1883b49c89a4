import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { trueClasses, trueValues } from "../../../test/kit/judged.js";
import { trainRows } from "./jobs.js";
import {
  bootstrapSplits,
  checkClasses,
  classWarnings,
  foldSplits,
  holdOutSplit,
  leaveOneOut,
  resubstitution,
} from "./splits.js";

const truth = (...codes: number[]) => trueClasses(codes);

it("splits by folds: rows that are not test rows are training rows", () => {
  const [first, second] = foldSplits(Int32Array.of(0, 1, 1, 0));
  expect([...first.test]).toEqual([0, 3]);
  expect([...trainRows(first, 4)]).toEqual([1, 2]);
  expect([...second.test]).toEqual([1, 2]);
  expect(foldSplits(Int32Array.of(0, 1), 2, 3)[1]).toMatchObject({ pass: 2, name: "fold 1 of repeat 2" });
});

it("splits of all rows, and of one at a time", () => {
  expect([...trainRows(resubstitution(3)[0], 3)]).toEqual([0, 1, 2]);
  expect(leaveOneOut(3).map(({ test }) => [...test])).toEqual([[0], [1], [2]]);
  expect(leaveOneOut(3).every(({ pass }) => pass === 0)).toBe(true);
  expect(() => leaveOneOut(1)).toThrow("the number of rows for leave-one-out must be ≥ 2; got 1");
});

it("splits by holding out a share, stratified", () => {
  const codes = Int32Array.from({ length: 60 }, (_, i) => (i < 40 ? 0 : 1));
  const [{ test }] = holdOutSplit(60, 0.25, 1, codes);
  expect(test).toHaveLength(15);
  expect(test.filter((row) => codes[row] === 1)).toHaveLength(5); // a quarter of 20
  expect(holdOutSplit(60, 0.25, 2)[0].test).not.toEqual(test);
  expect(holdOutSplit(2, 0.01, 1)[0].test).toHaveLength(1);
  expect(holdOutSplit(2, 0.99, 1)[0].test).toHaveLength(1);
  expect(() => holdOutSplit(1, 0.5, 1)).toThrow("the number of rows for a hold-out must be ≥ 2");
});

const table = fc.array(fc.nat(2), { minLength: 2, maxLength: 60 });
const shares = fc.double({ min: 0.05, max: 0.95, noNaN: true });
itHolds("hold out a share of each class, to within a row", 100, [table, shares], (list, share) => {
  const codes = Int32Array.from(list);
  const [{ test }] = holdOutSplit(codes.length, share, 3, codes);
  for (let k = 0; k < 3; k++) {
    const all = list.filter((code) => code === k).length;
    const held = test.filter((row) => codes[row] === k).length;
    expect(Math.abs(held - (all * test.length) / list.length)).toBeLessThanOrEqual(1);
  }
});

it("splits by bootstrap: each sample and each seed draws other rows", () => {
  const samples = [...bootstrapSplits(40, 2, 1), ...bootstrapSplits(40, 2, 2)];
  expect(new Set(samples.map(({ test }) => test.join())).size).toBe(4);
  expect(bootstrapSplits(40, 2, 1)).toEqual(samples.slice(0, 2));
});

it("splits by bootstrap: as many rows as there are, some repeated; the others are test rows", () => {
  const splits = bootstrapSplits(50, 40, 7);
  for (const split of splits) {
    const train = trainRows(split, 50);
    expect(train).toHaveLength(50);
    expect(split.test.length).toBe(50 - new Set(train).size);
    expect(split.test.length).toBeGreaterThan(0);
  }
  const share = splits.reduce((sum, { test }) => sum + test.length, 0) / 2000;
  expect(share).toBeCloseTo(0.368, 1); // (1 - 1/50)^50 = 0.364
  expect(() => bootstrapSplits(1, 5, 1)).toThrow("the number of rows for a bootstrap must be ≥ 2");
});

it("folds that miss a class are warned of, class by class", () => {
  // Class c has its two rows in fold 0, class a one row in each fold, class b all in fold 1.
  const splits = foldSplits(Int32Array.of(0, 1, 1, 0, 0));
  expect(classWarnings(truth(0, 0, 1, 2, 2), splits).map(({ message }) => message)).toEqual([
    'class "c" has no training rows in 1 of 2 splits: its 2 test rows there cannot be classified correctly',
    'class "b" has no training rows in 1 of 2 splits: its 1 test row there cannot be classified correctly',
  ]);
  expect(classWarnings(trueValues(1, 2), splits)).toEqual([]);
});

it("folds that miss a class with training rows of one class are rejected", () => {
  const splits = foldSplits(Int32Array.of(0, 0, 1, 1));
  expect(() => checkClasses(truth(0, 1, 2, 2), splits)).toThrow(
    'fold 0 has training rows of class "c" only: each training set needs at least 2 classes',
  );
  expect(() => checkClasses(truth(0, 1, 0, 1), splits)).not.toThrow();
  expect(() => checkClasses(truth(1, 1, 1, 1), splits)).not.toThrow(); // the table has no second class
});
