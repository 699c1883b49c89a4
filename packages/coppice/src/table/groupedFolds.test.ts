import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../test/kit/forAll.js";
import { plainFolds, stratifiedFolds } from "./folds.js";
import { groupedFolds } from "./groupedFolds.js";

const tally = (items: Iterable<number>, size: number) => {
  const counts = new Array<number>(size).fill(0);
  for (const item of items) counts[item]++;
  return counts;
};

it("folds of groups keep a group together, and each class balanced to within its largest group", () => {
  const grouped = fc.array(fc.nat(30), { minLength: 40, maxLength: 120 });
  forAll(100, [grouped, fc.integer({ min: 2, max: 5 }), fc.nat(1000)], (numbers, count, seed) => {
    const groups = Int32Array.from(numbers);
    fc.pre(new Set(groups).size >= count);
    // A group has one class.
    const codes = groups.map((group) => group % 3);
    const folds = groupedFolds(groups, count, seed, codes);
    for (let row = 0; row < groups.length; row++) {
      expect(folds[row]).toBe(folds[groups.indexOf(groups[row])]);
    }
    for (let code = 0; code < 3; code++) {
      const ofClass = folds.filter((_, row) => codes[row] === code);
      const sizes = tally(ofClass, count);
      const members = groups.filter((group) => group % 3 === code);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(Math.max(...tally(members, 31)));
    }
  });
});

it("folds of groups are the folds of rows if every row is a group", () => {
  const rows = Int32Array.from({ length: 47 }, (_, row) => row);
  const codes = rows.map((row) => row % 3);
  expect(groupedFolds(rows, 5, 3, codes)).toEqual(stratifiedFolds(codes, 5, 3));
  expect(groupedFolds(rows, 5, 3)).toEqual(plainFolds(47, 5, 3));
});
