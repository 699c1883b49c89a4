import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { tallyOf } from "../../../test/tallies.js";
import { random } from "../../base/random.js";
import type { AttributeFacts } from "../../engine/port.js";
import { parseModel } from "../../model/parse.js";
import { sizeOf, type TreeModel } from "../../model/tree.js";
import { predictTable } from "../../predict/predictTable.js";
import { makeTable } from "../../table/table.js";
import { drawText } from "../../use/draw/text.js";
import { denseScorer } from "../criterion/denseScorer.js";
import { criteria } from "../criterion/index.js";
import { fitTable } from "../fit.js";
import type { BranchContext, Branching } from "./candidate.js";
import { ternary } from "./ternary.js";

const none: Branching = () => undefined;

const facts = (codes: number): AttributeFacts => ({
  kind: "numeric",
  codes,
  values: Float64Array.from({ length: codes }, (_, i) => i),
});

const context = (more: Partial<BranchContext>): BranchContext => ({
  facts: facts(0),
  scorer: denseScorer(criteria.gini, 2),
  classes: [0, 1],
  minLeaf: 1,
  tolerance: 1e-12,
  beat: Number.NEGATIVE_INFINITY,
  key: 0,
  draws: 1,
  ...more,
});

describe("two thresholds", () => {
  it("are the best of all pairs", () => {
    const count = fc.integer({ min: 0, max: 4 });
    const cell = fc.tuple(count, count, count).filter((counts) => counts.some((c) => c > 0));
    const cells = fc.array(cell, { minLength: 3, maxLength: 14 });
    fc.assert(
      fc.property(
        cells,
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom("gini", "entropy", "squaredError"),
        (all, minLeaf, name) => {
          const moments = name === "squaredError";
          const tally = tallyOf(moments ? all.map(([w, u, v]) => [w + u + v, u - v, u + v]) : all);
          const scorer = denseScorer(criteria[name], 3);
          const found = ternary(none, "midpoint")(
            tally,
            context({ facts: facts(all.length), scorer, minLeaf }),
          );
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
      ),
      draws(400),
    );
  });

  it("take one node for an interval, where single thresholds take two", () => {
    const rng = random(1);
    const x = Float64Array.from({ length: 200 }, () => rng.uniform());
    const codes = Int32Array.from(x, (value) => (value > 0.3 && value < 0.6 ? 1 : 0));
    const table = makeTable([
      { type: "numeric", name: "x", values: x },
      { type: "nominal", name: "inside", levels: ["no", "yes"], codes },
    ]);
    const learned = (ternary: boolean) =>
      fitTable(table, { target: "inside", learner: "cart", options: { ternary } }) as TreeModel;
    const model = learned(true);
    expect(sizeOf(model)).toEqual({ nodes: 4, leaves: 3, depth: 1 });
    expect(sizeOf(learned(false)).nodes).toBe(5);
    expect(drawText(model)).toMatch(/^x <= 0.3\d*: no .*\n0.3\d* < x <= 0.\d+: yes .*\nx > 0.\d+: no /);
    const again = parseModel(JSON.parse(JSON.stringify(model))) as TreeModel;
    expect(predictTable(again, table)).toEqual(predictTable(model, table));
  });

  it("are searched in a table of many values", () => {
    const rng = random(2);
    const rows = 20_000;
    const x = Float64Array.from({ length: rows }, () => rng.uniform());
    const y = Float64Array.from(x, (value) => (value > 0.4 && value < 0.5 ? 1 : 0) + rng.uniform());
    const table = makeTable([
      { type: "numeric", name: "x", values: x },
      { type: "numeric", name: "y", values: y },
    ]);
    const model = fitTable(table, {
      target: "y",
      learner: "cart",
      options: { ternary: true, maxDepth: 1, prune: "none" },
    }) as TreeModel;
    const { edges } = (model.nodes[0] as unknown as { test: { edges: number[] } }).test;
    expect(edges[0]).toBeCloseTo(0.4, 2);
    expect(edges[1]).toBeCloseTo(0.5, 2);
  });

  it("need a criterion that compares sums of three branches", () => {
    const table = makeTable([
      { type: "numeric", name: "x", values: Float64Array.of(1, 2, 3) },
      { type: "numeric", name: "y", values: Float64Array.of(1, 2, 3) },
    ]);
    const options = { ternary: true, criterion: "absoluteError" };
    expect(() => fitTable(table, { target: "y", learner: "cart", options })).toThrow(
      "ternary needs a criterion that compares the sums of three branches, such as gini, entropy or squaredError; got absoluteError",
    );
  });
});
