import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import { refusal } from "../../test/kit/refusal.js";
import { nominal, numeric } from "../testing/index.js";
import { foldCount, foldsFromFile, plainFolds, stratifiedFolds } from "./folds.js";
import { makeTable } from "./table.js";

const tally = (items: Iterable<number>, size: number) => {
  const counts = new Array<number>(size).fill(0);
  for (const item of items) counts[item]++;
  return counts;
};
const spread = (counts: number[]) => Math.max(...counts) - Math.min(...counts);
const codesAndCount = fc
  .array(fc.nat(3), { minLength: 2, maxLength: 80 })
  .chain((codes) => fc.tuple(fc.constant(Int32Array.from(codes)), fc.integer({ min: 2, max: codes.length })));

itHolds(
  "stratified folds give every fold its share of every class, and of the rows, to within one",
  100,
  [codesAndCount, fc.nat(1000)],
  ([codes, count], seed) => {
    const folds = stratifiedFolds(codes, count, seed);
    expect(spread(tally(folds, count))).toBeLessThanOrEqual(1);
    for (let k = 0; k <= 3; k++) {
      const ofClass = folds.filter((_, row) => codes[row] === k);
      expect(spread(tally(ofClass, count))).toBeLessThanOrEqual(1);
    }
  },
);

it("stratified folds depend on the seed, and need classes", () => {
  const codes = Int32Array.from({ length: 60 }, (_, i) => i % 3);
  expect(stratifiedFolds(codes, 5, 1)).toEqual(stratifiedFolds(codes, 5, 1));
  expect(stratifiedFolds(codes, 5, 1)).not.toEqual(stratifiedFolds(codes, 5, 2));
  const message = "row 1 has no class, so it cannot be stratified: exclude such rows with knownTarget";
  expect(() => stratifiedFolds(Int32Array.of(0, -1, 0, 1), 2, 1)).toThrow(message);
});

it("plain folds distribute the rows evenly", () => {
  expect(tally(plainFolds(11, 4, 0), 4)).toEqual([3, 3, 3, 2]); // 11 = 3 + 3 + 3 + 2
  expect(foldCount(plainFolds(11, 4, 0))).toBe(4);
  expect(plainFolds(40, 4, 0)).not.toEqual(plainFolds(40, 4, 1));
});

const file = (rows: readonly number[], folds: readonly number[]) =>
  makeTable([numeric("row", rows), numeric("fold", folds)]);

it("folds from a file may come in any order, and as text", () => {
  const folds = foldsFromFile(file([3, 0, 2, 1], [1, 0, 1, 0]), [0, 1, 2, 3], 4);
  expect([...folds]).toEqual([0, 0, 1, 1]);
  const text = makeTable([nominal("row", ["0", "1"], [1, 0]), numeric("fold", [0, 1])]);
  expect([...foldsFromFile(text, [0, 1], 2)]).toEqual([1, 0]);
});

it("folds from a file are matched by the row's number in the file, not among the rows in use", () => {
  // Row 1 has no target and is not in use: rows 0, 2, 3 have the folds 0, 1, 0.
  const all = file([0, 1, 2, 3], [0, 1, 1, 0]);
  expect([...foldsFromFile(all, [0, 2, 3], 4)]).toEqual([0, 1, 0]);
  expect([...foldsFromFile(file([0, 2, 3], [0, 1, 0]), [0, 2, 3], 4)]).toEqual([0, 1, 0]);
});

it.each<[number[], number[], string]>([
  [[0, 1, 1], [0, 1, 0], "the folds file lists row 1 twice"],
  [[0, 1], [0, 1], "the folds file gives no fold to row 2"],
  [[0, 1, 2, 3], [0, 1, 0, 0], "the folds file lists row 3, but the table's last row is 2"],
  [[0, 1, 2], [0, 0, 0], "the folds file must have at least 2 folds"],
  [[0, 1, 2], [0, 2, 2], "the folds file has no row in fold 1, but in a later fold"],
  [[0, 1, 2], [1, 2, 1], "the folds file has no row in fold 0, but in a later fold"],
  [[0, 1, 2], [0, 0.5, 1], 'column "fold" must hold non-negative integers; got "0.5" in its row 1'],
  [[0, 1, 2], [0, Number.NaN, 1], 'column "fold" must hold non-negative integers; got "" in its row 1'],
  [[-1, 1, 2], [0, 1, 1], 'column "row" must hold non-negative integers; got "-1" in its row 0'],
  [[0, 1, 2], [0, 1, 3e9], 'column "fold" must hold non-negative integers; got "3000000000"'],
])("folds from a file of rows %j in folds %j are refused: %s", (rows, folds, message) => {
  const said = refusal(() => foldsFromFile(file(rows, folds), [0, 1, 2], 3));
  expect(said).toContain("FOLDS_INVALID: ");
  expect(said).toContain(message);
});

it("folds from a file need a column of folds", () => {
  expect(() => foldsFromFile(makeTable([numeric("row", [0])]), [0], 1)).toThrow('no column "fold"');
});
