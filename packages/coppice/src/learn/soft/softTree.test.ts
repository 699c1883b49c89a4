import { afterEach, describe, expect, it } from "vitest";
import { mixedTable } from "../../../test/mixedTable.js";
import { testTeam } from "../../../test/testTeam.js";
import { random } from "../../base/random.js";
import { useKernels } from "../../kernels/support.js";
import { isMeasure } from "../../model/measure.js";
import { gateShares } from "../../model/test.js";
import { isSplit, type SplitNode, type TreeModel } from "../../model/tree.js";
import { predictTable } from "../../predict/predictTable.js";
import { rulesText } from "../../rules/rulesText.js";
import { makeTable, type Table } from "../../table/table.js";
import { drawText } from "../../use/draw/text.js";
import { explainTree } from "../../use/explain/explainTree.js";
import { fitTable } from "../fit.js";
import { prune } from "../prune/prune.js";
import { isBetter } from "./growSoft.js";
import { minimise } from "./lbfgs.js";

const fit = (table: Table, options: Record<string, unknown> = {}, seed = 1) =>
  fitTable(table, { target: "y", learner: "softTree", options, seed });

/** Two numbers, and a class that a rule on them decides. */
function plane(rows: number, isYes: (a: number, b: number) => boolean, seed = 3): Table {
  const rng = random(seed);
  const a = Float64Array.from({ length: rows }, () => 2 * rng.uniform() - 1);
  const b = Float64Array.from({ length: rows }, () => 2 * rng.uniform() - 1);
  return makeTable([
    { type: "numeric", name: "a", values: a },
    { type: "numeric", name: "b", values: b },
    {
      ...{ type: "nominal", name: "y", levels: ["no", "yes"] },
      codes: Int32Array.from(a, (x, row) => Number(isYes(x, b[row]))),
    },
  ]);
}

function accuracy(model: TreeModel, table: Table): number {
  const found = predictTable(model, table);
  const truth = table.columns.at(-1)!;
  if (found.kind !== "classification" || truth.type === "numeric") throw new Error("no classes");
  return found.labels.filter((label, row) => label === truth.codes[row]).length / table.rows;
}

const gatesIn = ({ nodes }: TreeModel) => nodes.filter(isSplit).filter(({ test }) => test.kind === "gate");

afterEach(() => {
  useKernels(true);
});

describe("softTree", () => {
  it("separates a slanted boundary by one gate", () => {
    const model = fit(plane(400, (a, b) => a + 0.5 * b > 0.1));
    expect(gatesIn(model).length).toBe(1);
    expect(
      accuracy(
        model,
        plane(1000, (a, b) => a + 0.5 * b > 0.1, 4),
      ),
    ).toBeGreaterThan(0.98);
    // The gate tests a + b / 2, up to a factor.
    const [step] = model.derived!;
    if (step.kind !== "linear") throw new Error("not linear");
    const [first, second] = step.formula.terms.map(({ coefficient }) => coefficient);
    expect(second / first).toBeCloseTo(0.5, 1);
  });

  it("learns an exclusive or, of which one gate tells nothing", () => {
    const isYes = (a: number, b: number) => a > 0 !== b > 0;
    expect(accuracy(fit(plane(400, isYes)), plane(1000, isYes, 4))).toBeGreaterThan(0.95);
  });

  it("grows from a table of only nominal attributes, and of one attribute", () => {
    const codes = Int32Array.from({ length: 120 }, (_, row) => row % 3);
    const table = makeTable([
      { type: "nominal", name: "colour", levels: ["red", "green", "blue"], codes },
      { type: "nominal", name: "y", levels: ["no", "yes"], codes: codes.map((code) => Number(code === 1)) },
    ]);
    expect(accuracy(fit(table), table)).toBe(1);
  });

  it.each(["classes", "values"] as const)("gives the same model without kernels: %s", (target) => {
    const table = mixedTable({ target, rows: 300, seed: 7, missing: 0.1, weights: "fractional" });
    const learn = () => fitTable(table, { target: "y", learner: "softTree", weight: "weight" });
    const byKernel = learn();
    expect(gatesIn(byKernel).length).toBeGreaterThan(0);
    useKernels(false);
    expect(learn()).toEqual(byKernel);
  });

  it("gives the same model on two threads", async () => {
    const rng = random(12);
    const columns = Array.from({ length: 11 }, (_, j) => ({
      ...{ type: "numeric" as const, name: `x${j}` },
      values: Float64Array.from({ length: 90_000 }, () => rng.normal()),
    }));
    const y = columns[0].values.map((x, row) => x * columns[1].values[row] + columns[2].values[row]);
    const table = makeTable([...columns, { type: "numeric", name: "y", values: y }]);
    // Three gates on 60,300 rows are more than one thread's work (WORK_FOR_TEAM).
    const request = {
      ...{ target: "y", learner: "softTree" as const },
      options: { maxLeaves: 4, decay: 1, steps: 3 },
    };
    const model = fitTable(table, request);
    expect(gatesIn(model).length).toBe(3);
    expect(fitTable(table, { ...request, team: await testTeam(2) })).toEqual(model);
  });

  it("depends on the seed", () => {
    const table = mixedTable({ target: "values", rows: 200, seed: 8 });
    expect(fit(table, {}, 2)).not.toEqual(fit(table));
  });

  it("limits depth and leaves", () => {
    const table = plane(600, (a, b) => a * a + b * b < 0.5);
    const leaves = (options: Record<string, unknown>) => gatesIn(fit(table, options)).length + 1;
    expect(leaves({})).toBeGreaterThan(3);
    expect(leaves({ maxLeaves: 3 })).toBeLessThanOrEqual(3);
    expect(leaves({ maxDepth: 1 })).toBeLessThanOrEqual(2);
  });

  it("weighs nodes by the shares of the rows, and the root has all of them", () => {
    const table = mixedTable({ target: "classes", rows: 200, seed: 9 });
    const { nodes } = fit(table);
    expect(nodes[0].weight).toBeCloseTo(200, 9);
    for (const node of nodes.filter(isSplit)) {
      const [left, right] = node.branches.map((branch) => nodes[branch].weight);
      expect(left + right).toBeCloseTo(node.weight, 9);
    }
  });

  it("reports what hard gates cost, and makes the hard tree on request", () => {
    const table = plane(500, (a, b) => a * a + b * b < 0.5);
    const soft = fit(table);
    expect(soft.hardening!.rows).toBe(164); // 33% of either class, rounded down
    expect(soft.hardening!.hard).toBeGreaterThanOrEqual(0);
    const hard = fit(table, { gates: "hard" });
    expect(hard.hardening).toEqual(soft.hardening);
    expect(gatesIn(hard)).toEqual([]);
    expect(hard.derived).toEqual(soft.derived);
    // The same thresholds; the leaves count the rows that reach them.
    const cuts = (model: TreeModel) =>
      model.nodes.filter(isSplit).map(({ test }) => (test as { threshold: number }).threshold);
    expect(cuts(hard)).toEqual(cuts(soft));
    expect(hard.nodes.every((node) => "counts" in node && node.counts.every(Number.isInteger))).toBe(true);
  });

  it("is a lone leaf where nothing can be learned", () => {
    const table = makeTable([
      { type: "numeric", name: "a", values: Float64Array.of(1, 1, 1) },
      { type: "numeric", name: "y", values: Float64Array.of(1, 2, 6) },
    ]);
    const [leaf, ...others] = fit(table).nodes as readonly { value: number; error: number }[];
    expect(others).toEqual([]);
    expect(leaf.value).toBeCloseTo(3, 12);
    expect(leaf.error).toBeCloseTo(14 / 3, 12); // (4 + 1 + 9) / 3
  });
});

describe("what soft trees show", () => {
  const table = plane(400, (a, b) => a + 0.5 * b > 0.1);
  const model = fit(table);
  const [gate] = gatesIn(model) as SplitNode[];
  if (gate.test.kind !== "gate") throw new Error("no gate");
  const { test } = gate;

  it("text: the distance at which a branch has 90% of a row", () => {
    expect(gateShares(test, test.threshold + 2.1972245773362196 / test.slope)[1]).toBeCloseTo(0.9, 9);
    expect(drawText(model)).toMatch(/ <= \S+ \+- \S+: no /);
  });

  it("rules: the thresholds, and what they cost", () => {
    expect(rulesText(model)).toMatch(/# soft gates read as thresholds: \d+% correct with thresholds/);
  });

  it("explanation: both paths of a row, with their shares", () => {
    const [{ paths }] = explainTree(model, table);
    expect(paths.length).toBe(2);
    expect(paths[0].share + paths[1].share).toBeCloseTo(1, 12);
    expect(paths[0].share).toBeGreaterThan(0.5);
    expect(paths[0].missing[0]).toMatchObject({ how: "gate", share: paths[0].share });
    expect((model.derived ?? []).filter(isMeasure).length).toBe(1);
  });
});

describe("soft trees elsewhere", () => {
  const table = mixedTable({ target: "classes", rows: 150, seed: 11 });

  it("are not pruned afterwards", () => {
    expect(() => prune(fit(table), { by: "costComplexity", options: { alpha: 0.1 } })).toThrow(
      /MODEL_KIND|gates=hard/,
    );
    expect(
      prune(fit(table, { gates: "hard" }), { by: "costComplexity", options: { alpha: 1 } }).nodes.length,
    ).toBe(1);
  });

  it("may be bagged", () => {
    const bagged = fitTable(table, {
      target: "y",
      learner: "bagging",
      options: { trees: 3, of: "softTree" },
    });
    expect(predictTable(bagged, table).warnings).toEqual([]);
  });
});

describe("training", () => {
  it("finds the minimum of Rosenbrock's valley", () => {
    const point = Float64Array.of(-1.2, 1);
    const value = minimise(
      ([x, y], gradient) => {
        gradient.set([-2 * (1 - x) - 400 * x * (y - x * x), 200 * (y - x * x)]);
        return (1 - x) ** 2 + 100 * (y - x * x) ** 2;
      },
      point,
      200,
    );
    expect(value).toBeLessThan(1e-8);
    expect(point[0]).toBeCloseTo(1, 3);
  });

  it("takes errors for lower only beyond half a standard error", () => {
    const ones = new Float64Array(4).fill(1);
    // Differences 1 1 1 -1: mean 0.5, squares around it 3, standard error sqrt(3 / 4 / 3) = 0.5.
    expect(isBetter(Float64Array.of(0, 0, 0, 1), Float64Array.of(1, 1, 1, 0), ones)).toBe(true);
    // 1 0 0 -1: mean 0.
    expect(isBetter(Float64Array.of(0, 0, 0, 1), Float64Array.of(1, 0, 0, 0), ones)).toBe(false);
  });
});
