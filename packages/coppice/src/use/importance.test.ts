import { expect, it } from "vitest";
import { fitTable } from "../learn/fit.js";
import type { EnsembleModel } from "../model/ensemble.js";
import { tableFrom } from "../source/tableFrom.js";
import { friedman1, monks1 } from "../synthetic/index.js";
import { importance } from "./importance.js";

it("importance of a tree is gain times weight of its splits, as shares", () => {
  // 8 rows, 4 yes and 4 no. Root: a <= 0.5 separates 4 yes 1 no from 3 no.
  //   impurity 0.5; left 5/8 of 1 − (4/5)² − (1/5)² = 0.32, right 0: gain 0.5 − 0.2 = 0.3, times 8 = 2.4.
  // Left: b <= 0.5 separates 4 yes from 1 no: gain 0.32, times 5 = 1.6.
  const y = ["yes", "yes", "yes", "yes", "no", "no", "no", "no"];
  const [a, b, c] = ["00000111", "00001110", "01010101"].map((cells) => Array.from(cells, Number));
  const options = { minSplit: 2, minLeaf: 1, prune: "none" } as const;
  const model = fitTable(tableFrom({ a, b, c, y }), { target: "y", learner: "cart", options });
  const { kind, values } = importance(model);
  expect(kind).toBe("impurity");
  expect(values.a).toBeCloseTo(2.4 / 4, 12);
  expect(values.b).toBeCloseTo(1.6 / 4, 12);
  expect(values.c).toBe(0);
  expect(Object.keys(values)).toEqual(["a", "b", "c"]);
});

it("importance of a single leaf is 0 for every attribute", () => {
  const table = tableFrom({ x: [1, 2, 3], y: ["a", "a", "a"] });
  expect(importance(fitTable(table, { target: "y", learner: "cart" })).values).toEqual({ x: 0 });
});

it.each(["forest", "extraTrees", "gradientBoost"] as const)(
  "importance of %s is what it measured",
  (learner) => {
    const model = fitTable(friedman1({ rows: 100, seed: 1 }), { target: "y", learner });
    const stored = model.report!.importance!;
    const { kind, values } = importance(model);
    expect(kind).toBe(stored.kind);
    expect(model.attributes.map(({ name }) => values[name])).toEqual([...stored.values]);
  },
);

it("importance of an ensemble that measured nothing is computed from its trees", () => {
  const options = { trees: 5, bootstrap: false };
  const forest = fitTable(friedman1({ rows: 200, seed: 1 }), { target: "y", learner: "forest", options });
  const bare = ({ report: _, ...rest }: EnsembleModel) => importance(rest).values;
  const sum = (values: object) => Object.values(values).reduce((a: number, b: number) => a + b, 0);
  expect(sum(bare(forest))).toBeCloseTo(1, 12);
  expect(forest.report?.importance?.kind).toBe("impurity");
  const most = Object.keys(bare(forest)).slice(0, 2);
  expect(Object.keys(importance(forest).values).slice(0, 2)).toEqual(most);
  const bag = { target: "class", learner: "bagging", options: { trees: 3 } } as const;
  expect(sum(bare(fitTable(monks1({ rows: 100, seed: 1 }), bag)))).toBeCloseTo(1, 12);
});

it("importance of rules is undefined", () => {
  const model = fitTable(monks1({ rows: 100, seed: 1 }), { target: "class", learner: "ripper" });
  expect(() => importance(model)).toThrow(
    "importance is the gain of splits; a model of ripper is a rule set and has no splits",
  );
});
