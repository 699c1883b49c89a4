import fc from "fast-check";
import { describe, expect, it } from "vitest";
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
  placement: "midpoint",
  candidates: "all",
  minGap: 0,
  adaptiveMinLeaf: false,
  classes: 2,
};
const numeric = (...values: number[]): AttributeFacts => ({
  kind: "numeric",
  codes: values.length,
  values: Float64Array.from(values),
});
const context = (facts: AttributeFacts, more: Partial<BranchContext> = {}): BranchContext => ({
  facts,
  scorer: denseScorer(criteria.gini, 2),
  classes: [0, 1],
  minLeaf: 1,
  tolerance: 1e-12,
  beat: Number.NEGATIVE_INFINITY,
  key: 0,
  draws: 1,
  ...more,
});
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

describe("threshold", () => {
  it("finds the best of all cuts, its gain, its weights and how many it compared", () => {
    // Values 1 2 3 4 with classes a a a b: the cut at 3.5 leaves nothing impure. 4 - (9 + 1)/4 = 1.5.
    const found = threshold(plain)(tallyOf([A, A, A, B]), context(numeric(1, 2, 3, 4)));
    expect(found).toEqual({
      test: { kind: "threshold", attribute: 0, threshold: 3.5 },
      gain: 1.5,
      weights: [3, 1],
      compared: 3,
    });
  });

  it("is never worse than any other cut (property), the lowest of equals", () => {
    const cell = fc
      .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }))
      .filter(([a, b]) => a + b > 0);
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 8 }), (cells) => {
        const scorer = denseScorer(criteria.gini, 2);
        const tally = tallyOf(cells);
        const facts = numeric(...cells.keys());
        const gains = Array.from(scorer.curve(tally).gain.slice(0, cells.length - 1));
        const found = threshold(plain)(tally, context(facts, { tolerance: 1e-9 }))!;
        const first = gains.findIndex((gain) => gain >= Math.max(...gains) - 1e-9);
        expect(found.test).toMatchObject({ threshold: first + 0.5 });
      }),
    );
  });

  it("puts a threshold on an ordered attribute at a code", () => {
    const found = threshold(plain)(
      tallyOf([A, B], { codes: [1, 4] }),
      context({ kind: "ordered", codes: 6 }),
    );
    expect(found?.test).toEqual({ kind: "threshold", attribute: 0, threshold: 1 });
  });

  it("keeps minLeaf on both sides", () => {
    const tally = tallyOf([A, B, B, B]); // the best cut, after one row, is not allowed
    const facts = numeric(1, 2, 3, 4);
    expect(threshold(plain)(tally, context(facts))?.weights).toEqual([1, 3]);
    expect(threshold(plain)(tally, context(facts, { minLeaf: 2 }))?.weights).toEqual([2, 2]);
    expect(threshold(plain)(tally, context(facts, { minLeaf: 3 }))).toBeUndefined();
    expect(atLeast(1.9999999, 2) && !atLeast(1.9999, 2)).toBe(true);
  });

  it("weights the place of the threshold by the rows on each side", () => {
    // Three of four rows on the left: ¼·3 + ¾·7 = 6.
    const weighted = threshold({ ...plain, placement: "weighted" });
    expect(weighted(tallyOf([A, A, A, B]), context(numeric(1, 2, 3, 7)))?.test).toMatchObject({
      threshold: 6,
    });
  });

  it("tells values apart only beyond minGap, but a thousandth of the range is enough", () => {
    const tally = tallyOf([A, B, B]);
    const close = numeric(1, 1.001, 3);
    expect(threshold(plain)(tally, context(close))?.weights).toEqual([1, 2]);
    // The range is 2: gaps below min(0.01, 0.002) do not count, and 0.001 is below.
    expect(threshold({ ...plain, minGap: 0.01 })(tally, context(close))?.weights).toEqual([2, 1]);
    // In units a thousand times smaller the gap of 0.001 is half of the range.
    expect(threshold({ ...plain, minGap: 0.01 })(tally, context(numeric(1, 1.001, 1.002)))?.weights).toEqual([
      1, 2,
    ]);
    // Exactly the gap is not beyond it: 1 + 0.5 < 1.5 is false.
    const exact = threshold({ ...plain, minGap: 0.5 })(tally, context(numeric(1, 1.5, 1001)));
    expect(exact?.weights).toEqual([2, 1]);
  });

  it("asks for a tenth of the average class on each side when told so (C4.5), at most 25", () => {
    const adaptive = threshold({ ...plain, adaptiveMinLeaf: true });
    // 100 rows, 2 classes: 0.1 · 100 / 2 = 5 on each side. After 4 rows is too early, after 5 is not.
    const at = (left: number) =>
      tallyOf([
        [left, 0],
        [0, 100 - left],
      ]);
    expect(adaptive(at(4), context(numeric(1, 2)))).toBeUndefined();
    expect(adaptive(at(5), context(numeric(1, 2)))?.weights).toEqual([5, 95]);
    // 2000 rows would ask for 100: 25 are enough. And minLeaf is the least.
    const many = (left: number) =>
      tallyOf([
        [left, 0],
        [0, 2000 - left],
      ]);
    expect(adaptive(many(24), context(numeric(1, 2)))).toBeUndefined();
    expect(adaptive(many(25), context(numeric(1, 2)))?.weights).toEqual([25, 1975]);
    expect(adaptive(at(5), context(numeric(1, 2), { minLeaf: 6 }))).toBeUndefined();
  });

  it("does not put into words what an earlier attribute has already beaten", () => {
    const tally = tallyOf([A, A, A, B]); // gains 1.5
    expect(threshold(plain)(tally, context(numeric(1, 2, 3, 4), { beat: 1.4 }))?.gain).toBe(1.5);
    expect(threshold(plain)(tally, context(numeric(1, 2, 3, 4), { beat: 1.6 }))).toBeUndefined();
  });

  it("has nothing to say about one value", () => {
    expect(threshold(plain)(tallyOf([A]), context(numeric(1)))).toBeUndefined();
  });
});

describe("candidates=boundaries", () => {
  it("tries 12.5, 24.5, 30 and 45 on the lengths of R 4.1", () => {
    const problem = prepare(lengths(), { target: "class" });
    const engine = new MemoryEngine(problem);
    const tally = drive(firstTally(), engine);
    const facts = engine.facts.attributes[0];
    expect(boundariesOf(tally, facts.values!)).toEqual([12.5, 24.5, 30, 45]);
    const found = threshold({ ...plain, candidates: "boundaries" })(tally, context(facts));
    expect(found?.compared).toBe(4);
    expect(threshold(plain)(tally, context(facts))?.compared).toBe(6);
  });

  it("takes a value of both classes for a boundary on either side", () => {
    const tally = tallyOf([A, [1, 1], A]);
    expect([labelsDiffer(tally, 0), labelsDiffer(tally, 1)]).toEqual([true, true]);
    expect(labelsDiffer(tallyOf([A, A, B]), 0)).toBe(false);
  });

  it("never loses the best cut of a strictly concave criterion (Fayyad and Irani)", () => {
    const cell = fc
      .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }))
      .filter(([a, b]) => a + b > 0);
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 10 }), (cells) => {
        const counts = [0, 1].map((k) => cells.reduce((sum, cell) => sum + cell[k], 0));
        fc.pre(Math.min(...counts) > 0);
        const facts = numeric(...cells.keys());
        const all = threshold(plain)(tallyOf(cells), context(facts));
        const few = threshold({ ...plain, candidates: "boundaries" })(tallyOf(cells), context(facts));
        expect(few!.gain).toBeCloseTo(all!.gain, 9);
      }),
    );
  });

  it("means nothing for a numeric target", () => {
    // u = -1, 0, 0, 1 and two rows a side: the only cut lies between two cells whose targets are both the center.
    const rows = [-1, 0, 0, 1].map((y, code) => ({ code, y, weight: 1 }));
    const regression = context(numeric(1, 2, 3, 4), {
      scorer: denseScorer(criteria.squaredError, 3),
      minLeaf: 2,
    });
    const found = threshold({ ...plain, candidates: "boundaries", classes: 1 })(
      momentTallyOf(rows),
      regression,
    );
    expect(found?.weights).toEqual([2, 2]);
    expect(found?.gain).toBe(1); // means -½ and ½: 2·¼ + 2·¼
  });
});
