import { describe, expect, it } from "vitest";
import {
  boosted,
  type Kind,
  mixedProblem,
  type RawOptions,
  scoresOf,
  small,
  twin,
} from "../../../../test/boosted.js";
import { prepare } from "../../../engine/problem.js";
import { makeTable } from "../../../table/table.js";
import { nominal, numeric } from "../../../testing/index.js";

describe("boosting by hand", () => {
  /** Texts are classes, in alphabetical order. */
  const problemOf = (x: number[], y: number[] | string[]) => {
    const levels = [...new Set(y.map(String))].sort();
    const codes = y.map((value) => levels.indexOf(String(value)));
    const target = typeof y[0] === "number" ? numeric("y", y as number[]) : nominal("y", levels, codes);
    return prepare(makeTable([numeric("x", x), target]), { target: "y" });
  };
  const stump = { rounds: 1, maxLeaves: 2, minLeaf: 1, learningRate: 0.5 };
  const x = [1, 2, 3, 4];

  it.each([true, false])("logistic (kernels: %s)", (kernels) => {
    const fit = kernels ? boosted : twin;
    const problem = problemOf(x, ["no", "no", "yes", "yes"]);
    const model = fit(problem, { ...stump, lambda: 0 });
    // base ln(½/½) = 0; p = ½: g = ½, ½, -½, -½ and h = ¼ each. Split at 2.5: -G/H = -1/½ = -2 on the left, times ½.
    expect(model.combine).toEqual({ kind: "sum", base: [0], outputs: 1, link: "logistic" });
    expect(x.map((_, row) => scoresOf(model, problem, row)[0])).toEqual([-1, -1, 1, 1]);
    if (model.members.kind === "packed") expect(model.members.trees.threshold[0]).toBe(2.5);
    // lambda 1.5: -1 / (½ + 1½) = -½, times ½
    const damped = fit(problem, { ...stump, lambda: 1.5 });
    expect(x.map((_, row) => scoresOf(damped, problem, row)[0])).toEqual([-0.25, -0.25, 0.25, 0.25]);
    // lambda is 1 unless it is given: -1 / (½ + 1) = -⅔, times ½
    expect(scoresOf(fit(problem, stump), problem, 0)[0]).toBeCloseTo(-1 / 3, 12);
  });

  it.each(["absolute", "quantile"])("%s: a round without a row adds nothing", (loss) => {
    const problem = problemOf(x, [5.5, 6.5, 9, 1]);
    for (const fit of [boosted, twin]) {
      const model = fit(problem, { loss, rowShare: 0.05, minLeaf: 1, rounds: 20 });
      if (model.members.kind !== "packed") throw new Error("not packed");
      expect(Array.from(model.members.trees.values).every(Number.isFinite)).toBe(true);
      expect(model.members.trees.values).toContain(0);
    }
  });

  it("steps that leave the range of numbers are refused", () => {
    const problem = problemOf(x, [1e300, -1e300, 1e300, 0]);
    for (const fit of [boosted, twin])
      expect(() => fit(problem, { learningRate: 10, minLeaf: 1, rounds: 400 })).toThrow(
        "learningRate must be small enough for the scores to stay in the range of numbers; got 10",
      );
  });

  it("logistic's base is the log of the odds", () => {
    const problem = problemOf([1, 1, 1, 1], ["no", "yes", "yes", "yes"]);
    const model = boosted(problem, stump);
    // ln(¾ / ¼) = ln 3; one value of x: no split, and Σg = ¾ + 3·(¾ - 1) = 0
    expect(scoresOf(model, problem, 0)[0]).toBeCloseTo(Math.log(3), 4);
  });

  it("softmax", () => {
    const problem = problemOf([1, 1, 2, 2, 3, 3], ["a", "a", "b", "b", "c", "c"]);
    const model = boosted(problem, { ...stump, lambda: 0 });
    // p = ⅓: in the tree of a, rows of a have g = -⅔, the others ⅓; h = 3/2 · ⅓ · ⅔ = ⅓. Split at 1.5:
    // left 4/3 / ⅔ = 2, right -4/3 / 4/3 = -1; times ½.
    const [a] = scoresOf(model, problem, 0);
    const [, , last] = scoresOf(model, problem, 0);
    expect(a - Math.log(1 / 3)).toBeCloseTo(1, 3);
    expect(last - Math.log(1 / 3)).toBeCloseTo(-0.5, 3);
    // lambda is 1 unless it is given: left 4/3 / (⅔ + 1) = ⅘, times ½
    expect(scoresOf(boosted(problem, stump), problem, 0)[0] - Math.log(1 / 3)).toBeCloseTo(0.4, 3);
  });

  const ln2 = Math.log(2);
  it.each<[string, number[], RawOptions, number[], number]>([
    // base 20/4 = 5; g = 4, 2, 0, -6. Best split at 3.5: 36/1 + 36/3; left mean of y - 5 is -2, right 6; times ½.
    ["squared", [1, 3, 5, 11], {}, [4, 4, 4, 8], 6],
    // base: median 4; g = 1, 1, -1, -1. Split at 2.5; medians of y - 4: (-3 - 1)/2 = -2 and (1 + 96)/2 = 48.5; times ½.
    ["absolute", [1, 3, 5, 100], {}, [3, 3, 28.25, 28.25], 12],
    // the ¾ quantile: 3 of 4 rows lie up to 10, exactly ¾, so (10 + 20)/2 = 15. g = ¼, ¼, ¼, -¾. Split at 3.5: left
    // y - 15 = -14, -13, -5: 2.25 of 3 rows, so the third, -5; right 5; times ½.
    ["quantile", [1, 2, 10, 20], { quantile: 0.75 }, [12.5, 12.5, 12.5, 17.5], 12],
    // base: median 4; g = 2, 1, -1, -2 with errors cut at 2; split at 2.5: -3/2 and 3/2; times ½.
    ["huber", [1, 3, 5, 100], { huberDelta: 2 }, [3.25, 3.25, 4.75, 4.75], 12],
    // base ln 2; e^s = 2: g = 1, 1, -1, -1 and h = 2 each. Split at 2.5: -2/4 and 2/4; times ½.
    ["poisson", [1, 1, 3, 3], {}, [ln2 - 0.25, ln2 - 0.25, ln2 + 0.25, ln2 + 0.25], 4],
  ])("%s", (loss, y, options, wanted, digits) => {
    const problem = problemOf(x, y);
    const model = boosted(problem, { ...stump, loss, ...options });
    const scores = x.map((_, row) => scoresOf(model, problem, row)[0]);
    expect(scores).toEqual(wanted.map((score) => expect.closeTo(score, digits)));
  });

  it("sends missing cells the better way, and a cell missing only later to the heavier side", () => {
    const nan = Number.NaN;
    // g = ½ for n, -½ for y (as many of each): missing values are mostly y, so they go with the high values.
    const holed = problemOf([1, 2, 3, nan, 8, 9, nan, nan], [..."nnnyyyyn"]);
    const model = boosted(holed, stump);
    expect(scoresOf(model, holed, 3)[0]).toBe(scoresOf(model, holed, 4)[0]);
    const full = problemOf([1, 2, 3, 8], [..."nnny"]);
    const later = problemOf([nan], ["n"]);
    const other = boosted(full, stump);
    expect(scoresOf(other, later, 0)[0]).toBe(scoresOf(other, full, 0)[0]);
  });

  it("keeps to a direction where the data do not", () => {
    const problem = problemOf([1, 2, 3, 4, 5, 6], [1, 2, 9, 3, 4, 8]);
    const model = boosted(problem, { rounds: 30, maxLeaves: 6, minLeaf: 1, monotone: { x: 1 } });
    const scores = Array.from({ length: 6 }, (_, row) => scoresOf(model, problem, row)[0]);
    scores.slice(1).forEach((score, i) => {
      expect(score).toBeGreaterThanOrEqual(scores[i] - 1e-9);
    });
    const free = boosted(problem, { rounds: 30, maxLeaves: 6, minLeaf: 1 });
    expect(scoresOf(free, problem, 3)[0]).toBeLessThan(scoresOf(free, problem, 2)[0]);
  });

  it("stops when held-back rows fare worse, and keeps the best rounds", () => {
    const problem = mixedProblem(5, 600, "two");
    const given = { ...small, rounds: 200, learningRate: 1, validation: 0.3, patience: 3 };
    const losses: number[] = [];
    const model = boosted(problem, given, { onRound: ({ figure }) => losses.push(figure!.value) });
    const best = losses.indexOf(Math.min(...losses));
    expect(losses.length).toBe(best + 1 + 3);
    if (model.members.kind === "packed") expect(model.members.trees.starts.length - 1).toBe(best + 1);
  });

  it("has nothing to learn from one class", () => {
    const problem = problemOf(x, ["a", "a", "a", "a"]);
    expect(scoresOf(boosted(problem, stump), problem, 0)).toEqual([0]);
  });
});

describe("options of boosting", () => {
  const run = (kind: Kind, given: RawOptions) => () => boosted(mixedProblem(1, 50, kind), given);
  it.each([
    ["OPTION_CONFLICT", run("many", { loss: "logistic" })],
    ["OPTION_CONFLICT", run("two", { loss: "squared" })],
    ["OPTION_CONFLICT", run("number", { loss: "softmax" })],
    ["OPTION_CONFLICT", run("many", { monotone: { smooth: 1 } })],
    ["OPTION_CONFLICT", run("number", { loss: "absolute", monotone: { smooth: 1 } })],
    ["COLUMN_UNKNOWN", run("two", { monotone: { smoth: 1 } })],
    ["COLUMN_TYPE", run("two", { monotone: { few: 1 } })],
    ["TARGET_TYPE", run("number", { loss: "poisson" })],
  ])("%s", (code, work) => {
    expect(work).toThrow(expect.objectContaining({ code }));
  });
});
