import { expect, it } from "vitest";
import { accuracyOn, mixedTable, withoutKernels } from "../../../test/kit/index.js";
import { testTeam } from "../../../test/testTeam.js";
import { random } from "../../base/random.js";
import { isMeasure } from "../../model/measure.js";
import { gateShares, type Test } from "../../model/test.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { predictTable } from "../../predict/predictTable.js";
import { rulesText } from "../../rules/rulesText.js";
import { makeTable, type Table } from "../../table/table.js";
import { names, nominal, numeric, table } from "../../testing/index.js";
import { drawText } from "../../use/draw/text.js";
import { explainTree } from "../../use/explain/explainTree.js";
import { fitTable } from "../fit.js";
import { prune } from "../prune/prune.js";
import { isBetter } from "./growSoft.js";
import { minimise, type Objective } from "./lbfgs.js";

const fit = (table: Table, options: Record<string, unknown> = {}, seed = 1) =>
  fitTable(table, { target: "y", learner: "softTree", options, seed });

type Rule = (a: number, b: number) => boolean;
const slanted: Rule = (a, b) => a + 0.5 * b > 0.1;
const circle: Rule = (a, b) => a * a + b * b < 0.5;

/** Two numbers, and a class that a rule on them decides. */
function plane(rows: number, isYes: Rule, seed = 3): Table {
  const rng = random(seed);
  const [a, b] = [0, 1].map(() => Array.from({ length: rows }, () => 2 * rng.uniform() - 1));
  const codes = a.map((x, row) => Number(isYes(x, b[row])));
  return makeTable([numeric("a", a), numeric("b", b), nominal("y", ["no", "yes"], codes)]);
}

const gatesIn = ({ nodes }: TreeModel) => nodes.filter(isSplit).filter(({ test }) => test.kind === "gate");

it("softTree separates a slanted boundary by one gate", () => {
  const model = fit(plane(400, slanted));
  expect(gatesIn(model).length).toBe(1);
  expect(accuracyOn(model, plane(1000, slanted, 4))).toBeGreaterThan(0.98);
  // The gate tests a + b / 2, up to a factor.
  const [step] = model.derived!;
  if (step.kind !== "linear") throw new Error("not linear");
  const [first, second] = step.formula.terms.map(({ coefficient }) => coefficient);
  expect(second / first).toBeCloseTo(0.5, 1);
});

it("softTree learns an exclusive or, of which one gate tells nothing", () => {
  const isYes: Rule = (a, b) => a > 0 !== b > 0;
  expect(accuracyOn(fit(plane(400, isYes)), plane(1000, isYes, 4))).toBeGreaterThan(0.95);
});

it("softTree grows from a table of only nominal attributes, and of one attribute", () => {
  const rows = table`colour,y\n${"red,no\ngreen,yes\nblue,no\n".repeat(40)}`;
  expect(accuracyOn(fit(rows), rows)).toBe(1);
});

it.each(["classes", "values"] as const)("softTree gives the same model without kernels: %s", (target) => {
  const table = mixedTable({ target, rows: 150, seed: 7, missing: 0.1, weights: "fractional" });
  const options = { maxLeaves: 4, steps: 30 };
  const learn = () => fitTable(table, { target: "y", learner: "softTree", weight: "weight", options });
  const byKernel = learn();
  expect(gatesIn(byKernel).length).toBeGreaterThan(0);
  expect(withoutKernels(learn)).toEqual(byKernel);
});

it("softTree gives the same model on two threads", async () => {
  const rng = random(12);
  const cells = () => Float64Array.from({ length: 62_200 }, () => rng.normal());
  const columns = names("x", 11).map((name) => numeric(name, cells()));
  const [a, b, c] = columns.map(({ values }) => values);
  const y = a.map((x, row) => x * b[row] + c[row]);
  const table = makeTable([...columns, numeric("y", y)]);
  // Three gates on 97% of the rows are more than one thread's work (WORK_FOR_TEAM).
  const options = { maxLeaves: 4, decay: 1, steps: 1, validation: 0.03 };
  const request = { target: "y", learner: "softTree", options } as const;
  const model = fitTable(table, request);
  expect(gatesIn(model).length).toBe(3);
  expect(fitTable(table, { ...request, team: await testTeam(2) })).toEqual(model);
});

it("softTree depends on the seed", () => {
  const table = mixedTable({ target: "values", rows: 200, seed: 8 });
  expect(fit(table, {}, 2)).not.toEqual(fit(table));
});

it("softTree limits depth and leaves", () => {
  const table = plane(600, circle);
  const leaves = (options: Record<string, unknown>) => gatesIn(fit(table, options)).length + 1;
  expect(leaves({})).toBeGreaterThan(3);
  expect(leaves({ maxLeaves: 3 })).toBeLessThanOrEqual(3);
  expect(leaves({ maxDepth: 1 })).toBeLessThanOrEqual(2);
});

it("softTree weighs nodes by the shares of the rows, and the root has all of them", () => {
  const table = mixedTable({ target: "classes", rows: 200, seed: 9 });
  const { nodes } = fit(table);
  expect(nodes[0].weight).toBeCloseTo(200, 9);
  for (const node of nodes.filter(isSplit)) {
    const [left, right] = node.branches.map((branch) => nodes[branch].weight);
    expect(left + right).toBeCloseTo(node.weight, 9);
  }
});

it("softTree reports what hard gates cost, and makes the hard tree on request", () => {
  const table = plane(500, circle);
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
  expect(prune(hard, { by: "costComplexity", options: { alpha: 1 } }).nodes.length).toBe(1);
  expect(hard.nodes.every((node) => "counts" in node && node.counts.every(Number.isInteger))).toBe(true);
});

it("softTree is a lone leaf where nothing can be learned", () => {
  const error = expect.closeTo(14 / 3, 12); // (4 + 1 + 9) / 3
  const leaf = { value: expect.closeTo(3, 12), error };
  expect(fit(table`a,y\n1,1\n1,2\n1,6`).nodes).toMatchObject([leaf]);
});

const rows = plane(400, slanted);
const slant = fit(rows);
const gate = gatesIn(slant)[0].test as Extract<Test, { kind: "gate" }>;

it("text: the distance at which a branch has 90% of a row; rules: thresholds, and what they cost", () => {
  expect(gateShares(gate, gate.threshold + 2.1972245773362196 / gate.slope)[1]).toBeCloseTo(0.9, 9);
  expect(drawText(slant)).toMatch(/ <= \S+ \+- \S+: no /);
  expect(rulesText(slant)).toMatch(/# soft gates read as thresholds: \d+% correct with thresholds/);
});

it("explanation: both paths of a row, with their shares", () => {
  const [{ paths }] = explainTree(slant, rows);
  expect(paths.length).toBe(2);
  expect(paths[0].share + paths[1].share).toBeCloseTo(1, 12);
  expect(paths[0].share).toBeGreaterThan(0.5);
  expect(paths[0].missing[0]).toMatchObject({ how: "gate", share: paths[0].share });
  expect((slant.derived ?? []).filter(isMeasure).length).toBe(1);
});

it("soft trees may be bagged", () => {
  const rows = mixedTable({ target: "classes", rows: 150, seed: 11 });
  const options = { trees: 3, of: "softTree" };
  const bagged = fitTable(rows, { target: "y", learner: "bagging", options });
  expect(predictTable(bagged, rows).warnings).toEqual([]);
});

it("training finds the minimum of Rosenbrock's valley", () => {
  const point = Float64Array.of(-1.2, 1);
  const valley: Objective = ([x, y], gradient) => {
    gradient.set([-2 * (1 - x) - 400 * x * (y - x * x), 200 * (y - x * x)]);
    return (1 - x) ** 2 + 100 * (y - x * x) ** 2;
  };
  expect(minimise(valley, point, 200)).toBeLessThan(1e-8);
  expect(point[0]).toBeCloseTo(1, 3);
});

it("training takes errors for lower only beyond half a standard error", () => {
  const ones = new Float64Array(4).fill(1);
  // Differences 1 1 1 -1: mean 0.5, squares around it 3, standard error sqrt(3 / 4 / 3) = 0.5.
  expect(isBetter(Float64Array.of(0, 0, 0, 1), Float64Array.of(1, 1, 1, 0), ones)).toBe(true);
  // 1 0 0 -1: mean 0.
  expect(isBetter(Float64Array.of(0, 0, 0, 1), Float64Array.of(1, 0, 0, 0), ones)).toBe(false);
});
