import { describe, expect, it } from "vitest";
import { fitTable } from "../learn/fit.js";
import type { EnsembleModel } from "../model/ensemble.js";
import { tableFrom } from "../source/tableFrom.js";
import { friedman1, monks1 } from "../synthetic/index.js";
import { importance } from "./importance.js";

describe("importance", () => {
  it("of a tree is gain times weight of its splits, as shares", () => {
    // 8 rows, 4 yes and 4 no. Root: a <= 0.5 separates 4 yes 1 no from 3 no.
    //   impurity 0.5; left 5/8 of 1 − (4/5)² − (1/5)² = 0.32, right 0: gain 0.5 − 0.2 = 0.3, times 8 = 2.4.
    // Left: b <= 0.5 separates 4 yes from 1 no: gain 0.32, times 5 = 1.6.
    const table = tableFrom({
      a: [0, 0, 0, 0, 0, 1, 1, 1],
      b: [0, 0, 0, 0, 1, 1, 1, 0],
      c: [0, 1, 0, 1, 0, 1, 0, 1],
      y: ["yes", "yes", "yes", "yes", "no", "no", "no", "no"],
    });
    const model = fitTable(table, {
      target: "y",
      learner: "cart",
      options: { minSplit: 2, minLeaf: 1, prune: "none" },
    });
    const { kind, values } = importance(model);
    expect(kind).toBe("impurity");
    expect(values.a).toBeCloseTo(2.4 / 4, 12);
    expect(values.b).toBeCloseTo(1.6 / 4, 12);
    expect(values.c).toBe(0);
    expect(Object.keys(values)).toEqual(["a", "b", "c"]);
  });

  it("of a single leaf is 0 for every attribute", () => {
    const table = tableFrom({ x: [1, 2, 3], y: ["a", "a", "a"] });
    expect(importance(fitTable(table, { target: "y", learner: "cart" })).values).toEqual({ x: 0 });
  });

  it.each([["forest"], ["extraTrees"], ["gradientBoost"]])(
    "of %s is what it measured, by name",
    (learner) => {
      const table = friedman1({ rows: 200, seed: 1 });
      const model = fitTable(table, { target: "y", learner, options: {} }) as EnsembleModel;
      const stored = model.report!.importance!;
      const { kind, values } = importance(model);
      expect(kind).toBe(stored.kind);
      expect(model.attributes.map(({ name }) => values[name])).toEqual([...stored.values]);
    },
  );

  it("of an ensemble that measured nothing is computed from its trees", () => {
    const table = friedman1({ rows: 200, seed: 1 });
    const forest = fitTable(table, {
      target: "y",
      learner: "forest",
      options: { trees: 5, bootstrap: false },
    });
    const { report, ...rest } = forest as EnsembleModel;
    const computed = importance(rest as EnsembleModel);
    expect(Object.values(computed.values).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    const stored = report?.importance;
    if (stored?.kind !== "impurity") throw new Error("a measure of impurity was expected");
    const most = Object.keys(computed.values).slice(0, 2);
    expect(Object.keys(importance(forest).values).slice(0, 2)).toEqual(most);
    const bagged = fitTable(monks1({ rows: 100, seed: 1 }), {
      target: "class",
      learner: "bagging",
      options: { trees: 3 },
    });
    const { report: _, ...bare } = bagged as EnsembleModel;
    expect(Object.values(importance(bare as EnsembleModel).values).reduce((a, b) => a + b, 0)).toBeCloseTo(
      1,
      12,
    );
  });

  it("of rules is undefined", () => {
    const model = fitTable(monks1({ rows: 100, seed: 1 }), { target: "class", learner: "ripper" });
    expect(() => importance(model)).toThrow(
      "importance is the gain of splits; a model of ripper is a rule set and has no splits",
    );
  });
});
