import fc from "fast-check";
import { expect, it } from "vitest";
import { branchContext, classCells, numericFacts } from "../../../test/kit/branchContext.js";
import { forAll, itHolds, matrix } from "../../../test/kit/index.js";
import { momentTallyOf, tallyOf } from "../../../test/tallies.js";
import { drive } from "../../engine/drive.js";
import { MemoryEngine } from "../../engine/memory/engine.js";
import { type AttributeFacts, ask, type Conversation, type Tally } from "../../engine/port.js";
import { prepare } from "../../engine/problem.js";
import { lengths } from "../../synthetic/textbook.js";
import { denseScorer } from "../criterion/denseScorer.js";
import { criteria } from "../criterion/index.js";
import { atLeast, type BranchContext } from "./candidate.js";
import { labelsDiffer, type ThresholdOptions, threshold } from "./threshold.js";

const plain: ThresholdOptions = {
  ...{ placement: "midpoint", candidates: "all", minGap: 0, adaptiveMinLeaf: false, classes: 2 },
};
/** The test on these values, or on facts, by options that are not the plain ones. */
const cut = (
  tally: Tally,
  values: readonly number[] | AttributeFacts,
  options: Partial<ThresholdOptions> = {},
  more: Partial<BranchContext> = {},
) => {
  const facts = "kind" in values ? values : numericFacts(values);
  const context = branchContext({ facts, minLeaf: 1, tolerance: 1e-12, ...more });
  return threshold({ ...plain, ...options })(tally, context);
};
const A = [1, 0];
const B = [0, 1];

/** The thresholds that "boundaries" leaves to try: each alone, by forbidding none but counting what was compared. */
function boundariesOf(tally: Tally, values: Float64Array): number[] {
  const found: number[] = [];
  for (let i = 0; i + 1 < tally.codes.length; i++) {
    if (labelsDiffer(tally, i)) found.push((values[tally.codes[i]] + values[tally.codes[i + 1]]) / 2);
  }
  return found;
}

function* firstTally(): Conversation<Tally> {
  const [tallies] = yield* ask({ ask: "tally", statistic: "classes", nodes: [{ node: 0, attributes: [0] }] });
  return [...tallies][0];
}

it("finds the best of all cuts, its gain, its weights and how many it compared", () => {
  // Values 1 2 3 4 with classes a a a b: the cut at 3.5 leaves nothing impure. 4 - (9 + 1)/4 = 1.5.
  expect(cut(tallyOf([A, A, A, B]), [1, 2, 3, 4])).toEqual({
    test: { kind: "threshold", attribute: 0, threshold: 3.5 },
    gain: 1.5,
    weights: [3, 1],
    compared: 3,
  });
});

itHolds("is the lowest of the best cuts", 100, [classCells(2, { most: 4, maxLength: 8 })], (cells) => {
  const scorer = denseScorer(criteria.gini, 2);
  const tally = tallyOf(cells);
  const gains = Array.from(scorer.curve(tally).gain.slice(0, cells.length - 1));
  const first = gains.findIndex((gain) => gain >= Math.max(...gains) - 1e-9);
  const found = cut(tally, [...cells.keys()], {}, { tolerance: 1e-9 });
  expect(found!.test).toMatchObject({ threshold: first + 0.5 });
});

it("puts a threshold on an ordered attribute at a code", () => {
  const found = cut(tallyOf([A, B], { codes: [1, 4] }), { kind: "ordered", codes: 6 });
  expect(found?.test).toEqual({ kind: "threshold", attribute: 0, threshold: 1 });
});

it("keeps minLeaf on both sides", () => {
  const tally = tallyOf([A, B, B, B]); // the best cut, after one row, is not allowed
  const weights = (minLeaf: number) => cut(tally, [1, 2, 3, 4], {}, { minLeaf })?.weights;
  expect([1, 2, 3].map(weights)).toEqual([[1, 3], [2, 2], undefined]);
  expect(atLeast(1.9999999, 2) && !atLeast(1.9999, 2)).toBe(true);
});

it("weights the place of the threshold by the rows on each side", () => {
  // Three of four rows on the left: ¼·3 + ¾·7 = 6.
  const found = cut(tallyOf([A, A, A, B]), [1, 2, 3, 7], { placement: "weighted" });
  expect(found?.test).toMatchObject({ threshold: 6 });
});

it("tells values apart only beyond minGap, but a thousandth of the range is enough", () => {
  const weights = (minGap: number, ...values: number[]) =>
    cut(tallyOf([A, B, B]), values, { minGap })?.weights;
  expect(weights(0, 1, 1.001, 3)).toEqual([1, 2]);
  // The range is 2: gaps below min(0.01, 0.002) do not count, and 0.001 is below.
  expect(weights(0.01, 1, 1.001, 3)).toEqual([2, 1]);
  // In units a thousand times smaller the gap of 0.001 is half of the range.
  expect(weights(0.01, 1, 1.001, 1.002)).toEqual([1, 2]);
  // Exactly the gap is not beyond it: 1 + 0.5 < 1.5 is false.
  expect(weights(0.5, 1, 1.5, 1001)).toEqual([2, 1]);
});

it("asks for a tenth of the average class on each side when told so (C4.5), at most 25", () => {
  const weights = (left: number, right: number, minLeaf = 1) => {
    const tally = tallyOf(matrix(`${left} 0; 0 ${right}`));
    return cut(tally, [1, 2], { adaptiveMinLeaf: true }, { minLeaf })?.weights;
  };
  // 100 rows, 2 classes: 0.1 · 100 / 2 = 5 on each side. After 4 rows is too early, after 5 is not.
  expect(weights(4, 96)).toBeUndefined();
  expect(weights(5, 95)).toEqual([5, 95]);
  // 2000 rows would ask for 100: 25 are enough. And minLeaf is the least.
  expect(weights(24, 1976)).toBeUndefined();
  expect(weights(25, 1975)).toEqual([25, 1975]);
  expect(weights(5, 95, 6)).toBeUndefined();
});

it("does not put into words what an earlier attribute has already beaten", () => {
  const tally = tallyOf([A, A, A, B]); // gains 1.5
  const gain = (beat: number) => cut(tally, [1, 2, 3, 4], {}, { beat })?.gain;
  expect([1.4, 1.6].map(gain)).toEqual([1.5, undefined]);
});

it("has nothing to say about one value", () => {
  expect(cut(tallyOf([A]), [1])).toBeUndefined();
});

it("candidates=boundaries tries 12.5, 24.5, 30 and 45 on the lengths of R 4.1", () => {
  const problem = prepare(lengths(), { target: "class" });
  const engine = new MemoryEngine(problem);
  const tally = drive(firstTally(), engine);
  const facts = engine.facts.attributes[0];
  expect(boundariesOf(tally, facts.values!)).toEqual([12.5, 24.5, 30, 45]);
  expect(cut(tally, facts, { candidates: "boundaries" })?.compared).toBe(4);
  expect(cut(tally, facts)?.compared).toBe(6);
});

it("candidates=boundaries takes a value of both classes for a boundary on either side", () => {
  const tally = tallyOf([A, [1, 1], A]);
  expect([labelsDiffer(tally, 0), labelsDiffer(tally, 1)]).toEqual([true, true]);
  expect(labelsDiffer(tallyOf([A, A, B]), 0)).toBe(false);
});

it("candidates=boundaries never loses the best cut of a strictly concave criterion (Fayyad and Irani)", () => {
  forAll(100, [classCells(2, { most: 3, maxLength: 10 })], (cells) => {
    const counts = [0, 1].map((k) => cells.reduce((sum, cell) => sum + cell[k], 0));
    fc.pre(Math.min(...counts) > 0);
    const all = cut(tallyOf(cells), [...cells.keys()]);
    const few = cut(tallyOf(cells), [...cells.keys()], { candidates: "boundaries" });
    expect(few!.gain).toBeCloseTo(all!.gain, 9);
  });
});

it("candidates=boundaries means nothing for a numeric target", () => {
  // u = -1, 0, 0, 1 and two rows a side: the only cut lies between two cells whose targets are both the center.
  const rows = [-1, 0, 0, 1].map((y, code) => ({ code, y, weight: 1 }));
  const options = { candidates: "boundaries", classes: 1 } as const;
  const squares = { scorer: denseScorer(criteria.squaredError, 3), minLeaf: 2 };
  const found = cut(momentTallyOf(rows), [1, 2, 3, 4], options, squares);
  expect(found).toMatchObject({ weights: [2, 2], gain: 1 }); // means -½ and ½: 2·¼ + 2·¼
});
