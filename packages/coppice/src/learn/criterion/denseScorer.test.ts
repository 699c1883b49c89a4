import fc from "fast-check";
import { expect, it } from "vitest";
import { classCells } from "../../../test/kit/branchContext.js";
import { forAll, itHolds, matrix } from "../../../test/kit/index.js";
import { type CodedRow, codedRows, codedRowsOf, momentTallyOf, tallyOf } from "../../../test/tallies.js";
import type { Summary, Tally } from "../../engine/port.js";
import type { Criterion } from "./criterion.js";
import { denseScorer } from "./denseScorer.js";
import { criteria } from "./index.js";

const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);
const K = 3;
const threeClasses = classCells(K, { most: 9, minLength: 1, maxLength: 8 });
const eight = [0, 1, 2, 3, 4, 5, 6, 7];
const orders = fc.option(fc.shuffledSubarray(eight, { minLength: 8 }), { nil: undefined });
const eightGroups = fc.array(fc.nat(2), { minLength: 8, maxLength: 8 });

const add = (cells: readonly (readonly number[])[]) =>
  Float64Array.from({ length: K }, (_, k) => sum(cells.map((cell) => cell[k])));
function dropOf(criterion: Criterion, parts: readonly (readonly (readonly number[])[])[]): number {
  const impurity = (cells: readonly (readonly number[])[]) => criterion.impurity(add(cells), 0, K);
  if (criterion.pair) return criterion.pair(add(parts[0]), add(parts[1]), K);
  return impurity(parts.flat()) - sum(parts.map(impurity));
}

const classCriteria = [criteria.gini, criteria.entropy, criteria.misclassification, criteria.twoing];

it.each(classCriteria)("classes: $name: the curve is the drop of each split, one by one", (criterion) => {
  forAll(100, [threeClasses, orders], (cells, drawn) => {
    const order = drawn?.filter((c) => c < cells.length);
    const { length, gain, leftWeight, known } = denseScorer(criterion, K).curve(tallyOf(cells), order);
    const sorted = (order ?? [...cells.keys()]).map((c) => cells[c]);
    expect(length).toBe(cells.length - 1);
    expect(known).toBe(sum(cells.flat()));
    for (let i = 0; i < length; i++) {
      expect(leftWeight[i]).toBe(sum(sorted.slice(0, i + 1).flat()));
      expect(gain[i]).toBeCloseTo(dropOf(criterion, [sorted.slice(0, i + 1), sorted.slice(i + 1)]), 9);
    }
  });
});

it.each(classCriteria)("classes: $name: pairs and multiway are the drop of any division", (criterion) => {
  forAll(100, [threeClasses, eightGroups], (cells, drawn) => {
    const groups = drawn.slice(0, cells.length);
    const scorer = denseScorer(criterion, K);
    const tally = tallyOf(cells, { missing: [5, 0, 1] }); // missing values play no part
    const parts = [0, 1, 2].map((g) => cells.filter((_, c) => groups[c] === g));
    if (!criterion.pair) expect(scorer.multiway(tally, groups, 3)).toBeCloseTo(dropOf(criterion, parts), 9);
    const left = groups.flatMap((g, c) => (g === 0 ? [c] : []));
    const rest = [...parts[1], ...parts[2]];
    const { gain, leftWeight, rightWeight } = scorer.pairs(tally)(left);
    expect([leftWeight, rightWeight]).toEqual([sum(parts[0].flat()), sum(rest.flat())]);
    if (parts[0].length > 0 && rest.length > 0)
      expect(gain).toBeCloseTo(dropOf(criterion, [parts[0], rest]), 9);
  });
});

it("classes: keys are shares of a class, weights those of the cells", () => {
  const scorer = denseScorer(criteria.gini, 2);
  const tally = tallyOf(matrix("1 3; 2 2"));
  expect(Array.from(scorer.keys(tally, 0))).toEqual([0.25, 0.5]);
  expect(Array.from(scorer.keys(tally, 1))).toEqual([0.75, 0.5]);
  expect(Array.from(scorer.weights(tally))).toEqual([4, 4]);
});

it("classes: takes more codes than its scratch has room for", () => {
  const cells = Array.from({ length: 300 }, (_, i) => [i % 2, (i + 1) % 2]);
  const scorer = denseScorer(criteria.gini, 2);
  expect(scorer.weights(tallyOf(cells))).toHaveLength(300);
  const { gain, length } = scorer.curve(tallyOf(cells));
  expect(length).toBe(299);
  expect(gain[149]).toBeCloseTo(0, 9); // 75 of each class on both sides
});

const mean = (rows: readonly CodedRow[]) =>
  sum(rows.map(({ weight, y }) => weight * y)) / sum(rows.map(({ weight }) => weight));
const squares = (rows: readonly CodedRow[]) => {
  const m = mean(rows);
  return rows.length === 0 ? 0 : sum(rows.map(({ weight, y }) => weight * (y - m) ** 2));
};

const scorer = denseScorer(criteria.squaredError, 3);
const rowLists = codedRows(6, fc.constantFrom(1, 2, 0.5, 1 / 3));

itHolds("moments: drops of squared error are what the rows say", 100, [rowLists], (rows) => {
  const tally: Tally = momentTallyOf(rows);
  const { gain, length } = scorer.curve(tally);
  for (let i = 0; i < length; i++) {
    const isLeft = (row: CodedRow) => row.code <= tally.codes[i];
    const parts = squares(rows.filter(isLeft)) + squares(rows.filter((row) => !isLeft(row)));
    expect(gain[i]).toBeCloseTo(squares(rows) - parts, 8);
  }
  const every = [...tally.codes].map((code) => squares(rows.filter((row) => row.code === code)));
  const drop = scorer.multiway(tally, [...tally.codes.keys()], tally.codes.length);
  expect(drop).toBeCloseTo(squares(rows) - sum(every), 8);
});

itHolds("moments: judges a node by its squared error", 100, [rowLists], (rows) => {
  const { cells } = momentTallyOf(rows.map((row) => ({ ...row, code: 0 })));
  expect(scorer.nodeImpurity({ sums: cells } as Summary)).toBeCloseTo(squares(rows), 8);
});

it("moments: keys are means", () => {
  const rows = codedRowsOf("0 3 2; 0 0 1; 4 -5 0.5");
  expect(Array.from(scorer.keys(momentTallyOf(rows), 0))).toEqual([2, -5]); // (3·2 + 0·1) / 3
  expect(Array.from(scorer.weights(momentTallyOf(rows)))).toEqual([3, 0.5]);
});
