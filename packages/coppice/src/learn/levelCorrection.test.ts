import { describe, expect, it } from "vitest";
import { random } from "../base/random.js";
import { isSplit, type TreeModel } from "../model/tree.js";
import { predictTree } from "../predict/predictTree.js";
import type { Column } from "../table/column.js";
import { makeTable, type Table } from "../table/table.js";
import { fitTable } from "./fit.js";

const LEVELS = 200;

/** The class is x > 0.5, wrong in three rows of ten; the code, of 200 levels, says nothing. */
function noisy(rows: number, seed: number): Table {
  const chance = random(seed);
  const x = Float64Array.from({ length: rows }, () => chance.uniform());
  const codes = Int32Array.from({ length: rows }, () => Math.floor(chance.uniform() * LEVELS));
  const classes = Int32Array.from(x, (value) => +(value > 0.5 !== chance.uniform() < 0.3));
  const code: Column = {
    type: "nominal",
    name: "code",
    levels: Array.from({ length: LEVELS }, (_, i) => `c${i}`),
    codes,
  };
  const target: Column = { type: "nominal", name: "class", levels: ["no", "yes"], codes: classes };
  return makeTable([code, { type: "numeric", name: "x", values: x }, target]);
}

const learn = (options: object, learner = "cart") =>
  fitTable(noisy(400, 1), {
    target: "class",
    learner,
    options: { maxLeaves: 4, prune: "none", ...options },
  }) as TreeModel;

function accuracy(model: TreeModel): number {
  const test = noisy(2000, 2);
  const answer = predictTree(model, test);
  const target = test.columns[2];
  if (answer.kind !== "classification" || target.type === "numeric") throw new Error("classes");
  return answer.labels.filter((label, row) => label === target.codes[row]).length / test.rows;
}

const rootOf = ({ nodes, attributes }: TreeModel) => {
  const [root] = nodes;
  if (!isSplit(root)) throw new Error("a split");
  return { name: attributes[root.test.attribute].name, gain: root.gain };
};

describe("levelCorrection", () => {
  it("keeps an attribute of many levels from winning by their number alone", () => {
    expect(rootOf(learn({})).name).toBe("code");
    expect(rootOf(learn({ levelCorrection: true })).name).toBe("x");
    expect(accuracy(learn({ levelCorrection: true }))).toBeGreaterThan(accuracy(learn({})) + 0.05);
  });

  it("does so for a branch per level, and by entropy, too", () => {
    const perLevel = { nominal: "perLevel", criterion: "entropy", maxLeaves: 300, maxDepth: 1 };
    expect(rootOf(learn(perLevel)).name).toBe("code");
    expect(rootOf(learn({ ...perLevel, levelCorrection: true })).name).toBe("x");
  });

  it("takes impurity × (m - 2) / (n - 1) from the gain", () => {
    // Levels a, b, c with (3, 0), (0, 3), (1, 1) of 8 rows, Gini 0.5: {a, c} or {a} against the rest.
    // {a}: (0, 3) of 3 and (1, 4) of 5: 8·0.5 - 0 - (5 - 17/5) = 2.4, per row 0.3. Charge: 0.5 · 1/7.
    const codes = Int32Array.of(0, 0, 0, 1, 1, 1, 2, 2);
    const table = makeTable([
      { type: "nominal", name: "a", levels: ["a", "b", "c"], codes },
      { type: "nominal", name: "y", levels: ["n", "p"], codes: Int32Array.of(0, 0, 0, 1, 1, 1, 0, 1) },
    ]);
    const gain = (levelCorrection: boolean) => {
      const options = { levelCorrection, prune: "none" };
      return rootOf(fitTable(table, { target: "y", learner: "cart", options }) as TreeModel).gain;
    };
    expect(gain(false)).toBeCloseTo(0.3, 12);
    expect(gain(true)).toBeCloseTo(0.3 - 0.5 / 7, 12);
  });

  it("charges nothing for two levels", () => {
    const table = makeTable([
      { type: "nominal", name: "a", levels: ["a", "b"], codes: Int32Array.of(0, 0, 1, 1) },
      { type: "nominal", name: "y", levels: ["n", "p"], codes: Int32Array.of(0, 0, 1, 0) },
    ]);
    const nodes = (levelCorrection: boolean) =>
      fitTable(table, { target: "y", learner: "cart", options: { levelCorrection, prune: "none" } }).nodes;
    expect(nodes(true)).toEqual(nodes(false));
  });
});
