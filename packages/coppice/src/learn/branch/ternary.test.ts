import fc from "fast-check";
import { expect, it } from "vitest";
import { branchContext, classCells, numericFacts } from "../../../test/kit/branchContext.js";
import { forAll, nominal, numeric, readAgain, shortTable } from "../../../test/kit/index.js";
import { tallyOf } from "../../../test/tallies.js";
import { random } from "../../base/random.js";
import { sizeOf, type TreeModel } from "../../model/tree.js";
import { predictTable } from "../../predict/predictTable.js";
import { makeTable } from "../../table/table.js";
import { drawText } from "../../use/draw/text.js";
import { denseScorer } from "../criterion/denseScorer.js";
import { criteria } from "../criterion/index.js";
import { fitTable } from "../fit.js";
import type { Branching } from "./candidate.js";
import { ternary } from "./ternary.js";

const none: Branching = () => undefined;

it("two thresholds are the best of all pairs", () => {
  forAll(
    400,
    [
      classCells(3, { most: 4, minLength: 3, maxLength: 14 }),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom("gini", "entropy", "squaredError"),
    ],
    (all, minLeaf, name) => {
      const moments = name === "squaredError";
      const tally = tallyOf(moments ? all.map(([w, u, v]) => [w + u + v, u - v, u + v]) : all);
      const scorer = denseScorer(criteria[name], 3);
      const facts = numericFacts(all.keys());
      const context = branchContext({ facts, scorer, minLeaf, tolerance: 1e-12 });
      const found = ternary(none, "midpoint")(tally, context);
      const weight = all.map((c) => c.reduce((a, b) => a + b, 0));
      const total = (from: number, to: number) => weight.slice(from, to).reduce((a, b) => a + b, 0);
      const pairs = all.flatMap((_, low) =>
        all.flatMap((_, high) => {
          const isRight = low > 0 && low < high;
          const leaves = [total(0, low), total(low, high), total(high, all.length)];
          if (!isRight || leaves.some((w) => w < minLeaf)) return [];
          const groups = all.map((_, c) => (c < low ? 0 : c < high ? 1 : 2));
          return [{ low, high, gain: scorer.multiway(tally, groups, 3) }];
        }),
      );
      if (found === undefined) {
        expect(pairs).toEqual([]);
        return;
      }
      const best = Math.max(...pairs.map(({ gain }) => gain));
      expect(found.gain).toBeCloseTo(best, 9);
      const first = pairs.find(({ gain }) => gain >= best - 1e-12)!;
      expect(found.test).toMatchObject({ edges: [first.low - 0.5, first.high - 0.5] });
    },
  );
});

it("two thresholds take one node for an interval, where single thresholds take two", () => {
  const rng = random(1);
  const x = Float64Array.from({ length: 200 }, () => rng.uniform());
  const inside = x.map((value) => Number(value > 0.3 && value < 0.6));
  const table = makeTable([numeric("x", x), nominal("inside", ["no", "yes"], inside)]);
  const learned = (ternary: boolean) =>
    fitTable(table, { target: "inside", learner: "cart", options: { ternary } }) as TreeModel;
  const model = learned(true);
  expect(sizeOf(model)).toEqual({ nodes: 4, leaves: 3, depth: 1 });
  expect(sizeOf(learned(false)).nodes).toBe(5);
  expect(drawText(model)).toMatch(/^x <= 0.3\d*: no .*\n0.3\d* < x <= 0.\d+: yes .*\nx > 0.\d+: no /);
  expect(predictTable(readAgain(model), table)).toEqual(predictTable(model, table));
});

it("two thresholds are searched in a table of many values", () => {
  const rng = random(2);
  const x = Float64Array.from({ length: 20_000 }, () => rng.uniform());
  const y = x.map((value) => Number(value > 0.4 && value < 0.5) + rng.uniform());
  const table = makeTable([numeric("x", x), numeric("y", y)]);
  const options = { ternary: true, maxDepth: 1, prune: "none" };
  const { nodes } = fitTable(table, { target: "y", learner: "cart", options });
  expect(nodes[0].test).toMatchObject({ edges: [expect.closeTo(0.4, 2), expect.closeTo(0.5, 2)] });
});

it("two thresholds need a criterion that compares sums of three branches", () => {
  const table = shortTable("x y; 1 1; 2 2; 3 3");
  const options = { ternary: true, criterion: "absoluteError" };
  expect(() => fitTable(table, { target: "y", learner: "cart", options })).toThrow(
    "ternary needs a criterion that compares the sums of three branches, such as gini, entropy or squaredError; got absoluteError",
  );
});
