import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { branchContext, classCells } from "../../../test/kit/branchContext.js";
import { forAll, itHolds, matrix } from "../../../test/kit/index.js";
import { codedRows, momentTallyOf, rankTallyOf, tallyOf } from "../../../test/tallies.js";
import type { Tally } from "../../engine/port.js";
import { denseScorer } from "../criterion/denseScorer.js";
import { criteria } from "../criterion/index.js";
import { medianScorer } from "../criterion/medianScorer.js";
import type { Scorer } from "../criterion/scorer.js";
import type { BranchContext, Candidate } from "./candidate.js";
import { divisions, subset } from "./subset.js";

type More = Partial<BranchContext> & { maxExhaustive?: number };
function find(tally: Tally, scorer: Scorer, concave: boolean, { maxExhaustive = 10, ...more }: More = {}) {
  const context = branchContext({ facts: { kind: "nominal", codes: 20 }, scorer, ...more });
  return subset({ concave, maxExhaustive })(tally, context);
}

const gini2 = denseScorer(criteria.gini, 2);
const gini3 = denseScorer(criteria.gini, 3);
const numbersTo = (n: number) => Array.from({ length: n }, (_, i) => i);

/** The scorer, and how many curves it was asked for. */
function counted(scorer: Scorer) {
  const asked = { curves: 0 };
  const curve: Scorer["curve"] = (...given) => {
    asked.curves++;
    return scorer.curve(...given);
  };
  return { asked, scorer: { ...scorer, curve } };
}

const cells = (classes: number, maxLength: number) => classCells(classes, { most: 4, maxLength });
/** Everything but how many sets were compared. */
const found = (candidate: Candidate | undefined) =>
  candidate && { ...candidate, compared: 0, gain: Math.round(candidate.gain * 1e6) };

/** The shortcut compares a set less than there are codes, and finds what all divisions do. */
function checkShortcut(tally: Tally, scorer: Scorer, classes: number[]): void {
  const shortcut = find(tally, scorer, true, { classes });
  expect(shortcut?.compared).toBe(tally.codes.length - 1);
  expect(found(shortcut)).toEqual(found(find(tally, scorer, false, { classes })));
}

/** No division gains more. */
function checkBest(tally: Tally, scorer: Scorer, best: Candidate): void {
  const pair = scorer.pairs(tally);
  for (const set of divisions(tally.codes.length))
    expect(pair(set).gain).toBeLessThanOrEqual(best.gain + 1e-9);
}

it.each([2, 3, 4, 7])("divisions of %d cells are 2^(m-1) - 1, each once, none empty", (m) => {
  const sets = divisions(m);
  expect(sets).toHaveLength(2 ** (m - 1) - 1);
  expect(new Set(sets.map(String)).size).toBe(sets.length);
  for (const set of sets) {
    expect(set[0]).toBe(0);
    expect(set.length).toBeLessThan(m);
    expect(set).toEqual(set.toSorted((a, b) => a - b));
  }
});

it("divisions come smallest first, then by their cells", () => {
  expect(divisions(4)).toEqual([[0], [0, 1], [0, 2], [0, 3], [0, 1, 2], [0, 1, 3], [0, 2, 3]]);
});

describe("very many levels and classes", () => {
  const n = 300;
  /** Every row has a level and a class of its own. */
  const singles = tallyOf(numbersTo(n).map((i) => numbersTo(n).map((k) => +(i === k))));

  it("are put in one order, and divided evenly where all divisions gain the same", () => {
    const { asked, scorer } = counted(denseScorer(criteria.gini, n));
    const best = find(singles, scorer, true, { classes: numbersTo(n) })!;
    expect(asked.curves).toBe(1);
    expect(best.weights).toEqual([150, 150]);
    // 299 of all rows, 149 of each half.
    expect(best.gain).toBeCloseTo(1, 9);
  });

  it("have the order of the most frequent classes that make up half", () => {
    // Level i has 3 rows of class 0 where i is odd, else 3 of a class of its own: half of all rows are of class 0.
    const mixed = numbersTo(n).map((i) => numbersTo(n).map((k) => (k === (i % 2 === 1 ? 0 : i) ? 3 : 0)));
    const classes = numbersTo(n).filter((k) => k % 2 === 0);
    expect(find(tallyOf(mixed), denseScorer(criteria.gini, n), true, { classes })).toMatchObject({
      // Class 0 has the 150 odd levels and level 0: 151 levels of 3 rows.
      weights: [453, 447],
      test: { kind: "subset", left: [0, ...numbersTo(150).map((i) => 2 * i + 1)] },
    });
  });

  itHolds(
    "are not touched where the work is little: each class has its order",
    100,
    [cells(3, 14)],
    (counts) => {
      const { asked, scorer } = counted(denseScorer(criteria.misclassification, 3));
      find(tallyOf(counts), scorer, false, { classes: [0, 1, 2], maxExhaustive: 2 });
      expect(asked.curves).toBe(counts.length > 2 ? 3 : 0);
    },
  );
});

it("finds the best set by hand, levels that do not occur on neither side", () => {
  // Codes 1, 3, 6 with (4, 0), (0, 3), (5, 0): {1, 6} against {3}. Gini: 12 - (81 + 9)/12 = 4.5, all of it gained.
  expect(find(tallyOf(matrix("4 0; 0 3; 5 0"), { codes: [1, 3, 6] }), gini2, true)).toEqual({
    test: { kind: "subset", attribute: 0, left: [1, 6], right: [3] },
    ...{ gain: 4.5, weights: [9, 3], compared: 2 },
  });
});

it.each([criteria.gini, criteria.entropy])(
  "$name: the shortcut for two classes is the exhaustive search, ties included",
  (criterion) => {
    const scorer = denseScorer(criterion, 2);
    forAll(500, [cells(2, 7)], (list) => checkShortcut(tallyOf(list), scorer, [0, 1]));
  },
);

itHolds("takes the shortcut for two of three classes, the third absent", 100, [cells(2, 7)], (list) => {
  checkShortcut(tallyOf(list.map(([a, c]) => [a, 0, c])), gini3, [0, 2]);
});

it("has the same shortcut for squared error", () => {
  const scorer = denseScorer(criteria.squaredError, 3);
  forAll(500, [codedRows(7, fc.constantFrom(1, 2))], (rows) => {
    const tally = momentTallyOf(rows);
    fc.pre(tally.codes.length > 1);
    checkShortcut(tally, scorer, [0]);
  });
});

itHolds("tries all divisions for three classes: none is better", 100, [cells(3, 6)], (list) => {
  const tally = tallyOf(list);
  const best = find(tally, gini3, true, { classes: [0, 1, 2] })!;
  expect(best.compared).toBe(2 ** (list.length - 1) - 1);
  checkBest(tally, gini3, best);
});

it("beyond maxExhaustive tries runs only: m - 1 of them by each class", () => {
  const tally = tallyOf(numbersTo(6).map((i) => [i, 6 - i, (i * i) % 4]));
  const [runs, best] = [5, 6].map(
    (maxExhaustive) => find(tally, gini3, true, { classes: [0, 1, 2], maxExhaustive })!,
  );
  expect([runs.compared, best.compared]).toEqual([3 * 5, 31]);
  expect(runs.gain).toBeLessThanOrEqual(best.gain + 1e-9);
});

itHolds("works on medians, exhaustively and by runs", 100, [codedRows(5, fc.constant(1))], (rows) => {
  const { tally, target } = rankTallyOf(rows);
  fc.pre(tally.codes.length > 1);
  const scorer = medianScorer(target);
  const best = find(tally, scorer, false, { classes: [0] })!;
  checkBest(tally, scorer, best);
  const { gain } = find(tally, scorer, false, { classes: [0], maxExhaustive: 0 })!;
  expect(gain).toBeLessThanOrEqual(best.gain + 1e-9);
});

it("gives ties to the smallest set, then to the lowest levels", () => {
  for (const concave of [true, false]) {
    const sides = (counts: string) => find(tallyOf(matrix(counts)), gini2, concave)!.test;
    // Four levels alike: every division gains nothing.
    expect(sides("1 1; 1 1; 1 1; 1 1")).toMatchObject({ left: [0], right: [1, 2, 3] });
    // Shares ½, 0, 1: {0, 1} | {2} and {0, 2} | {1} gain alike, {0} | {1, 2} nothing.
    expect(sides("1 1; 0 2; 2 0")).toMatchObject({ left: [0, 1], right: [2] });
  }
});

it("sorts many levels by share", () => {
  // 60 levels, the first class only in every third: they are one side.
  const list = numbersTo(60).map((i) => (i % 3 === 0 ? [2, 0] : [0, 1]));
  const { test, gain } = find(tallyOf(list), gini2, true)!;
  expect(test).toMatchObject({ left: numbersTo(20).map((i) => 3 * i) });
  expect(gain).toBeCloseTo(40, 9); // 80 rows, half of each class: 80 · ½, all gained
});

it("keeps minLeaf on both sides", () => {
  const tally = tallyOf(matrix("3 0; 0 1; 2 2"));
  for (const concave of [true, false]) {
    expect(find(tally, gini2, concave, { minLeaf: 3 })!.weights).toEqual([3, 5]);
    expect(find(tally, gini2, concave, { minLeaf: 5 })).toBeUndefined();
  }
});

it("has nothing to say about one level", () => {
  expect(find(tallyOf([[1, 2]]), gini2, true)).toBeUndefined();
});
