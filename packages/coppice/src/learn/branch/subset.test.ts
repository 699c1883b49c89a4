import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { codedRows, momentTallyOf, rankTallyOf, tallyOf } from "../../../test/tallies.js";
import type { Tally } from "../../engine/port.js";
import { denseScorer } from "../criterion/denseScorer.js";
import { criteria } from "../criterion/index.js";
import { medianScorer } from "../criterion/medianScorer.js";
import type { Scorer } from "../criterion/scorer.js";
import type { BranchContext, Candidate } from "./candidate.js";
import { divisions, subset } from "./subset.js";

function find(
  tally: Tally,
  scorer: Scorer,
  concave: boolean,
  more: Partial<BranchContext> & { maxExhaustive?: number } = {},
) {
  const { maxExhaustive = 10, ...rest } = more;
  const context: BranchContext = {
    facts: { kind: "nominal", codes: 20 },
    scorer,
    classes: [0, 1],
    minLeaf: 0,
    tolerance: 1e-9,
    beat: Number.NEGATIVE_INFINITY,
    key: 0,
    draws: 1,
    ...rest,
  };
  return subset({ concave, maxExhaustive })(tally, context);
}

const cell = (classes: number) =>
  fc
    .array(fc.integer({ min: 0, max: 4 }), { minLength: classes, maxLength: classes })
    .filter((counts) => counts.some((w) => w > 0));
const cells = (classes: number, maxLength: number) => fc.array(cell(classes), { minLength: 2, maxLength });
/** Everything but how many sets were compared. */
const found = (candidate: Candidate | undefined) =>
  candidate && { ...candidate, compared: 0, gain: Math.round(candidate.gain * 1e6) };

describe("divisions", () => {
  it.each([2, 3, 4, 7])("of %d cells are 2^(m-1) - 1, each once, none empty", (m) => {
    const sets = divisions(m);
    expect(sets).toHaveLength(2 ** (m - 1) - 1);
    expect(new Set(sets.map(String)).size).toBe(sets.length);
    for (const set of sets) {
      expect(set[0]).toBe(0);
      expect(set.length).toBeLessThan(m);
      expect(set).toEqual(set.toSorted((a, b) => a - b));
    }
  });

  it("come smallest first, then by their cells", () => {
    expect(divisions(4)).toEqual([[0], [0, 1], [0, 2], [0, 3], [0, 1, 2], [0, 1, 3], [0, 2, 3]]);
  });
});

describe("very many levels and classes", () => {
  const n = 300;
  /** Every row has a level and a class of its own. */
  const singles = tallyOf(
    Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, k) => +(i === k))),
  );

  it("are put in one order, and divided evenly where all divisions gain the same", () => {
    let curves = 0;
    const scorer = denseScorer(criteria.gini, n);
    const counted = {
      ...scorer,
      curve: (...given: Parameters<Scorer["curve"]>) => {
        curves++;
        return scorer.curve(...given);
      },
    };
    const best = find(singles, counted, true, { classes: Array.from({ length: n }, (_, k) => k) })!;
    expect(curves).toBe(1);
    expect(best.weights).toEqual([150, 150]);
    // 299 of all rows, 149 of each half.
    expect(best.gain).toBeCloseTo(1, 9);
  });

  it("have the order of the most frequent classes that make up half", () => {
    // Level i has 3 rows of class 0 where i is odd, else 3 of a class of its own: half of all rows are of class 0.
    const mixed = tallyOf(
      Array.from({ length: n }, (_, i) =>
        Array.from({ length: n }, (_, k) => (k === (i % 2 === 1 ? 0 : i) ? 3 : 0)),
      ),
    );
    const classes = Array.from({ length: n }, (_, k) => k).filter((k) => k % 2 === 0);
    const best = find(mixed, denseScorer(criteria.gini, n), true, { classes })!;
    const { test } = best;
    if (test.kind !== "subset") throw new Error("a set");
    // Class 0 has the 150 odd levels and level 0: 151 levels of 3 rows.
    expect(best.weights).toEqual([453, 447]);
    expect(test.left).toEqual([0, ...Array.from({ length: 150 }, (_, i) => 2 * i + 1)]);
  });

  it("are not touched where the work is little: each class has its order", () => {
    fc.assert(
      fc.property(cells(3, 14), (counts) => {
        const tally = tallyOf(counts);
        let curves = 0;
        const scorer = denseScorer(criteria.misclassification, 3);
        const counted: Scorer = {
          ...scorer,
          curve(...given) {
            curves++;
            return scorer.curve(...given);
          },
        };
        find(tally, counted, false, { classes: [0, 1, 2], maxExhaustive: 2 });
        expect(curves).toBe(counts.length > 2 ? 3 : 0);
      }),
    );
  });
});

describe("subset", () => {
  it("finds the best set by hand, levels that do not occur on neither side", () => {
    // Codes 1, 3, 6 with (4, 0), (0, 3), (5, 0): {1, 6} against {3}. Gini: 12 - (81 + 9)/12 = 4.5, all of it gained.
    const tally = tallyOf(
      [
        [4, 0],
        [0, 3],
        [5, 0],
      ],
      { codes: [1, 3, 6] },
    );
    expect(find(tally, denseScorer(criteria.gini, 2), true)).toEqual({
      test: { kind: "subset", attribute: 0, left: [1, 6], right: [3] },
      gain: 4.5,
      weights: [9, 3],
      compared: 2,
    });
  });

  it.each([criteria.gini, criteria.entropy])(
    "$name: the shortcut for two classes is the exhaustive search, ties included",
    (criterion) => {
      const scorer = denseScorer(criterion, 2);
      fc.assert(
        fc.property(cells(2, 7), (list) => {
          const tally = tallyOf(list);
          expect(found(find(tally, scorer, true))).toEqual(found(find(tally, scorer, false)));
        }),
        draws(500),
      );
    },
  );

  it("takes the shortcut for two of three classes, where the third does not occur", () => {
    const scorer = denseScorer(criteria.gini, 3);
    fc.assert(
      fc.property(cells(2, 7), (list) => {
        const tally = tallyOf(list.map(([a, c]) => [a, 0, c]));
        const shortcut = find(tally, scorer, true, { classes: [0, 2] });
        expect(shortcut?.compared).toBe(list.length - 1);
        expect(found(shortcut)).toEqual(found(find(tally, scorer, false, { classes: [0, 2] })));
      }),
    );
  });

  it("has the same shortcut for squared error", () => {
    const scorer = denseScorer(criteria.squaredError, 3);
    fc.assert(
      fc.property(codedRows(7, fc.constantFrom(1, 2)), (rows) => {
        const tally = momentTallyOf(rows);
        fc.pre(tally.codes.length > 1);
        const shortcut = find(tally, scorer, true, { classes: [0] });
        expect(shortcut?.compared).toBe(tally.codes.length - 1);
        expect(found(shortcut)).toEqual(found(find(tally, scorer, false, { classes: [0] })));
      }),
      draws(500),
    );
  });

  it("tries all divisions for three classes: none is better", () => {
    const scorer = denseScorer(criteria.gini, 3);
    fc.assert(
      fc.property(cells(3, 6), (list) => {
        const tally = tallyOf(list);
        const best = find(tally, scorer, true, { classes: [0, 1, 2] })!;
        const pair = scorer.pairs(tally);
        expect(best.compared).toBe(2 ** (list.length - 1) - 1);
        for (const set of divisions(list.length))
          expect(pair(set).gain).toBeLessThanOrEqual(best.gain + 1e-9);
      }),
    );
  });

  it("beyond maxExhaustive tries runs only: m - 1 of them by each class", () => {
    const list = Array.from({ length: 6 }, (_, i) => [i, 6 - i, (i * i) % 4]);
    const scorer = denseScorer(criteria.gini, 3);
    const runs = find(tallyOf(list), scorer, true, { classes: [0, 1, 2], maxExhaustive: 5 })!;
    expect(runs.compared).toBe(3 * 5);
    const best = find(tallyOf(list), scorer, true, { classes: [0, 1, 2], maxExhaustive: 6 })!;
    expect(best.compared).toBe(31);
    expect(runs.gain).toBeLessThanOrEqual(best.gain + 1e-9);
  });

  it("works on medians, exhaustively and by runs", () => {
    fc.assert(
      fc.property(codedRows(5, fc.constant(1)), (rows) => {
        const { tally, target } = rankTallyOf(rows);
        fc.pre(tally.codes.length > 1);
        const scorer = medianScorer(target);
        const best = find(tally, scorer, false, { classes: [0] })!;
        for (const set of divisions(tally.codes.length)) {
          expect(scorer.pairs(tally)(set).gain).toBeLessThanOrEqual(best.gain + 1e-9);
        }
        const runs = find(tally, scorer, false, { classes: [0], maxExhaustive: 0 })!;
        expect(runs.gain).toBeLessThanOrEqual(best.gain + 1e-9);
      }),
    );
  });

  it("gives ties to the smallest set, then to the lowest levels", () => {
    const scorer = denseScorer(criteria.gini, 2);
    const left = (list: number[][], concave: boolean) => find(tallyOf(list), scorer, concave)!.test;
    for (const concave of [true, false]) {
      // Four levels alike: every division gains nothing.
      expect(
        left(
          [
            [1, 1],
            [1, 1],
            [1, 1],
            [1, 1],
          ],
          concave,
        ),
      ).toMatchObject({ left: [0], right: [1, 2, 3] });
      // Shares ½, 0, 1: {0, 1} | {2} and {0, 2} | {1} gain alike, {0} | {1, 2} nothing.
      expect(
        left(
          [
            [1, 1],
            [0, 2],
            [2, 0],
          ],
          concave,
        ),
      ).toMatchObject({ left: [0, 1], right: [2] });
    }
  });

  it("sorts many levels by share", () => {
    // 60 levels, the first class only in every third: they are one side.
    const list = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? [2, 0] : [0, 1]));
    const { test, gain } = find(tallyOf(list), denseScorer(criteria.gini, 2), true)!;
    expect(test).toMatchObject({ left: Array.from({ length: 20 }, (_, i) => 3 * i) });
    expect(gain).toBeCloseTo(40, 9); // 80 rows, half of each class: 80 · ½, all gained
  });

  it("keeps minLeaf on both sides", () => {
    const scorer = denseScorer(criteria.gini, 2);
    const tally = tallyOf([
      [3, 0],
      [0, 1],
      [2, 2],
    ]);
    for (const concave of [true, false]) {
      expect(find(tally, scorer, concave, { minLeaf: 3 })!.weights).toEqual([3, 5]);
      expect(find(tally, scorer, concave, { minLeaf: 5 })).toBeUndefined();
    }
  });

  it("has nothing to say about one level", () => {
    expect(find(tallyOf([[1, 2]]), denseScorer(criteria.gini, 2), true)).toBeUndefined();
  });
});
