import fc from "fast-check";
import { expect, it } from "vitest";
import { accuracyOn, forAll, mixedTable, rowsFrom, valuesSaid } from "../../../test/kit/index.js";
import { nodeAt, nodePaths } from "../../model/nodePath.js";
import { isSplit, type NodeFacts, type TreeModel } from "../../model/tree.js";
import { tennis } from "../../synthetic/index.js";
import { columnOf } from "../../table/table.js";
import { fitTable } from "../fit.js";
import { candidates } from "./candidates.js";
import { editSync } from "./edit.js";

const days = tennis();
const play = fitTable(days, { target: "Play", learner: "id3" });

const sums = (node: NodeFacts) => ("counts" in node ? node.counts : node.weight);

it("the candidates of a node of the fourteen days are the gains of the textbook", () => {
  // D 8.2, R 2.2: Outlook 0.246, Humidity 0.151, Wind 0.048, Temperature 0.029 bits.
  const { rows, candidates: tests } = candidates(play, days, "root");
  expect(rows).toBe(14);
  const gains = tests.map(({ attribute, gain }) => `${attribute} ${Math.floor(gain * 1000) / 1000}`);
  expect(gains).toEqual(["Outlook 0.246", "Humidity 0.151", "Wind 0.048", "Temperature 0.029"]);
  expect(tests.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false, false]);
  const counts = tests[2].branches.map((branch) => "counts" in branch && branch.counts);
  expect(counts.join(" ")).toBe("3,3 6,2");
});

it("the candidates of a node of the sunny days have Humidity first, which leaves no impurity: 0.971 bits", () => {
  const { rows, candidates: tests } = candidates(play, days, "0", { limit: 2 });
  expect(rows).toBe(5);
  expect(tests[0]).toMatchObject({ attribute: "Humidity", isCurrent: true });
  expect(tests[0].gain).toBeCloseTo(0.970951, 6);
  expect(tests.length).toBe(2);
});

it("the candidates of a node leave out what is forbidden there, and say where the learner would stop", () => {
  const model = editSync(play, days, [{ kind: "forbid", node: "0", attributes: ["Humidity"] }]);
  const named = (node: string) => candidates(model, days, node).candidates.map(({ attribute }) => attribute);
  expect(named("0")).not.toContain("Humidity");
  expect(named("root")).toContain("Humidity");
  const strict = fitTable(days, { target: "Play", learner: "id3", options: { minGain: 0.1 } });
  const { candidates: tests } = candidates(strict, days, "root");
  expect(tests.map(({ stops }) => stops)).toEqual([undefined, undefined, "noGain", "noGain"]);
});

it("the candidates of a node begin with the test that the learner chose, and each gains what splitting by it gains", () => {
  const [targets, gaps] = [fc.constantFrom("classes" as const, "values" as const), fc.constantFrom(0, 0.15)];
  forAll(25, [fc.nat(999), targets, gaps, fc.nat()], (seed, target, missing, pick) => {
    const table = mixedTable({ rows: 90, seed, target, missing });
    const options = { prune: "none", minLeaf: 4 };
    const model = fitTable(table, { target: "y", learner: "cart", options });
    const node = nodePaths(model)[pick % model.nodes.length];
    const { candidates: tests, weight } = candidates(model, table, node, { limit: 99 });
    const at = model.nodes[nodeAt(model, node)];
    expect(weight).toBe(at.weight);
    if (isSplit(at)) expect(tests[0]).toMatchObject({ isCurrent: true, gain: at.gain });
    for (const { test, gain, branches } of tests) {
      const made = editSync(model, table, [{ kind: "split", node, test }]);
      const split = made.nodes[nodeAt(made, node)];
      if (!isSplit(split)) throw new Error("a test");
      expect(split.gain).toBeCloseTo(gain, 9);
      expect(branches.length).toBe(split.branches.length);
      if (missing === 0) expect(split.branches.map((at) => sums(made.nodes[at]))).toEqual(branches.map(sums));
    }
  });
});

it.each(["classes", "values"] as const)("validation rows score as a tree with that test: %s", (target) => {
  const whole = mixedTable({ rows: 200, seed: 8, target, missing: 0 });
  const [table, validation] = [rowsFrom(whole, 0, 100), rowsFrom(whole, 100, 200)];
  const model = fitTable(table, { target: "y", learner: "cart", options: { prune: "none", minLeaf: 5 } });
  const node = nodePaths(model)[1];
  const found = candidates(model, table, node, { validation, limit: 5 });
  const scoreOf = (tree: TreeModel) => {
    const y = columnOf(validation, "y");
    if (y.type !== "numeric") return accuracyOn(tree, validation);
    const said = valuesSaid(tree, validation);
    return Math.sqrt(y.values.reduce((sum, value, row) => sum + (value - said[row]) ** 2, 0) / 100);
  };
  const leaf = editSync(model, table, [{ kind: "prune", node }]);
  expect(found.validation?.metric).toBe(target === "classes" ? "accuracy" : "rmse");
  expect(found.validation?.now).toBeCloseTo(scoreOf(model), 12);
  expect(found.validation?.leaf).toBeCloseTo(scoreOf(leaf), 12);
  for (const { test, validation: judged } of found.candidates) {
    // Its branches as leaves.
    const split = editSync(model, table, [{ kind: "split", node, test }]);
    const prune = [0, 1]
      .map((branch) => `${node}.${branch}`)
      .filter((path) => isSplit(split.nodes[nodeAt(split, path)]))
      .map((path) => ({ kind: "prune", node: path }) as const);
    const score = scoreOf(editSync(split, table, prune));
    expect(judged?.score).toBeCloseTo(score, 12);
    expect(judged?.change).toBeCloseTo(score - scoreOf(leaf), 12);
  }
});
