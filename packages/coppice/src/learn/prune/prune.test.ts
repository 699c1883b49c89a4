import { expect, it } from "vitest";
import { numeric, once, readAgain, refusal } from "../../../test/kit/index.js";
import { isSplit, sizeOf } from "../../model/tree.js";
import { friedman1, twonorm, waveform } from "../../synthetic/index.js";
import { makeTable, selectRows, type Table } from "../../table/table.js";
import { fitTable } from "../fit.js";
import { type PruneRequest, prune } from "./prune.js";
import { PRUNE_CHOICES } from "./pruneOptions.js";

const table = waveform({ rows: 400, seed: 3 });
const target = table.columns.at(-1)!.name;
const numbers = friedman1({ rows: 200, seed: 3 });
const value = numbers.columns.at(-1)!.name;
const grow = (options: object = {}, of: Table = table, name = target) =>
  fitTable(of, { target: name, learner: "cart", options: { prune: "none", ...options } });
const full = grow();
const cut = once(() => grow({ prune: "costComplexity" }));
const cutAt2Percent = once(() => grow({ prune: "costComplexity", alpha: 0.02 }));

it.each(PRUNE_CHOICES)("fit with %s gives a sound model that is no larger, and a leaf for one row", (by) => {
  const model = grow({ prune: by });
  expect(readAgain(model)).toEqual(model);
  if (by === "none") expect(model).toEqual(full);
  else expect(sizeOf(model).leaves).toBeLessThan(sizeOf(full).leaves);
  expect(grow({ prune: by }, selectRows(table, [0])).nodes.length).toBe(1);
});

it.each(["costComplexity", "reducedError", "mergeLeaves"])("fit with %s prunes trees of numbers", (by) => {
  for (const criterion of ["squaredError", "absoluteError"]) {
    const whole = grow({ criterion }, numbers, value);
    const model = grow({ criterion, prune: by }, numbers, value);
    expect(readAgain(model)).toEqual(model);
    expect(sizeOf(model).leaves).toBeLessThan(sizeOf(whole).leaves);
  }
});

it("fit with prune keeps the rows it prunes by from growth", () => {
  const { training } = grow({ prune: "reducedError", pruneShare: 0.4 });
  expect(training.rows).toBeLessThan(280);
  expect(training.rows).toBeGreaterThan(200);
  const model = grow({ prune: "costComplexity", chooseBy: "holdOut" });
  expect(model.training.rows).toBeLessThan(320);
  expect(model.pruning![0].crossError).toBeGreaterThan(0.8);
  expect(model.nodes[0].weight).toBe(model.training.rows);
});

it("fit with prune chooses the smallest tree within a standard error, on request", () => {
  const rows = grow({ prune: "costComplexity", pruneRule: "min" }).pruning!;
  const best = rows.reduce((a, b) => (b.crossError! < a.crossError! ? b : a));
  const chosen = rows.find(({ crossError }) => crossError! <= best.crossError! + best.crossStd!)!;
  const model = grow({ prune: "costComplexity", pruneRule: "1se" });
  expect(model.pruning).toEqual(rows);
  expect(model.nodes.filter(isSplit).length).toBe(chosen.splits);
  expect(chosen.splits).toBeLessThan(best.splits);
});

it("fit with prune has the errors of the root alone in the first row, by rpart's formulas", () => {
  const [root] = cut().pruning!;
  const counts = "counts" in full.nodes[0] ? full.nodes[0].counts : [];
  const risk = 400 - Math.max(...counts);
  expect(root.splits).toBe(0);
  // Folds may find another class the most frequent: a few rows more than the root's own errors.
  const errors = root.crossError! * risk;
  expect(errors).toBeGreaterThanOrEqual(risk);
  expect(errors).toBeCloseTo(Math.round(errors), 9);
  // Losses are 0 or 1, so that their squares sum to the errors too: √(Σl² - (Σl)²/n).
  expect(root.crossStd).toBeCloseTo(Math.sqrt(errors - (errors * errors) / 400) / risk, 9);
});

it("fit with prune prunes at a given alpha, and counts weights as rows", () => {
  const model = cutAt2Percent();
  expect(model.pruning!.length).toBeGreaterThan(5);
  expect(model.pruning![0]).not.toHaveProperty("crossError");
  const twice = makeTable([...table.columns, numeric("w", new Float64Array(400).fill(2))]);
  const options = { prune: "costComplexity", alpha: 0.02 };
  const heavy = fitTable(twice, { target, weight: "w", learner: "cart", options });
  expect(sizeOf(heavy)).toEqual(sizeOf(model));
});

it("fit with prune reports progress up to 1", () => {
  const done: number[] = [];
  const options = { prune: "costComplexity", pruneFolds: 3 };
  fitTable(table, { target, learner: "cart", options, onProgress: (share) => done.push(share) });
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(done.at(-1)).toBe(1);
});

const threeBranches = { nominal: "perLevel", numeric: "bins", bins: 3 };
it.each([
  ["alpha is for prune=costComplexity, and prune is none", { alpha: 0.1 }],
  ["maxIncrease is for prune=mergeLeaves", { prune: "mdl", maxIncrease: 0.1 }],
  ["mergeTo is for prune=mergeLeaves", { prune: "mdl", mergeTo: 2 }],
  ["chooseBy=alpha needs alpha", { prune: "costComplexity", chooseBy: "alpha" }],
  ["two branches everywhere", { prune: "costComplexity", table: "rpart", ...threeBranches }],
])("fit with prune refuses answers that cannot go together: %s", (message, options) => {
  const found = refusal(() => grow(options));
  expect(found).toContain("OPTION_CONFLICT: ");
  expect(found).toContain(message);
});

it.each(["errorBased", "mdl", "chiSquared"])("fit with prune refuses %s for numbers", (by) => {
  expect(refusal(() => grow({ prune: by }, numbers, value))).toMatch(
    /^OPTION_CONFLICT: .*counts classes, and the target is numeric/,
  );
});

it("fit with prune by cross-validation gives the same table with surrogates where no cell is missing", () => {
  const table = twonorm({ rows: 300, seed: 4 });
  const [one, other] = ["surrogate", "majority"].map((missing) => {
    const { pruning, nodes } = fitTable(table, { target: "class", learner: "cart", options: { missing } });
    return { pruning, splits: nodes.length };
  });
  expect(one).toEqual(other);
  expect(one.pruning!.length).toBeGreaterThan(3);
});

const by = (request: PruneRequest) => prune(full, request);

it.each(["errorBased", "mergeLeaves", "mdl", "chiSquared"] as const)(
  "prune does to a saved tree what fit does to a grown one: %s",
  (method) => {
    expect(by({ by: method, table }).nodes).toEqual(grow({ prune: method }).nodes);
  },
);

it("prune does to a saved tree what fit does to a grown one: costComplexity", () => {
  const { nodes, pruning } = cut();
  expect(by({ by: "costComplexity", table })).toMatchObject({ nodes, pruning });
  expect(by({ by: "costComplexity", options: { alpha: 0.02 } }).nodes).toEqual(cutAt2Percent().nodes);
});

it("prune prunes by other rows, whatever the order of their columns", () => {
  const other = waveform({ rows: 300, seed: 8 });
  const turned = makeTable([...other.columns].reverse());
  const pruned = by({ by: "reducedError", table: other });
  expect(by({ by: "reducedError", table: turned })).toEqual(pruned);
  expect(sizeOf(pruned).leaves).toBeLessThan(sizeOf(full).leaves);
  const chosen = by({ by: "costComplexity", options: { chooseBy: "holdOut" }, table: other });
  expect(chosen.pruning![0].crossError).toBeGreaterThan(0.8);
});

const few = selectRows(table, [1, 2, 3]);
const blind = makeTable(table.columns.slice(0, -1));
it.each<[string, string, PruneRequest]>([
  ["PRUNE_ROWS", "needs a table of rows to prune by", { by: "reducedError" }],
  ["PRUNE_ROWS", "needs the training table; give it, or set raising=false", { by: "errorBased" }],
  ["PRUNE_ROWS", "needs the training table; or give alpha", { by: "costComplexity" }],
  ["PRUNE_ROWS", "of rows to choose by", { by: "costComplexity", options: { chooseBy: "holdOut" } }],
  ["MODEL_MISMATCH", "do not fill its leaves as they did", { by: "errorBased", table: few }],
  ["MODEL_MISMATCH", "weigh 400, and those of the table 3", { by: "costComplexity", table: few }],
  ["MODEL_MISMATCH", "needs rows with the target", { by: "reducedError", table: blind }],
  ["OPTION_UNKNOWN", 'prune has no option "folds"', { by: "mdl", options: { folds: 3 } }],
  ["OPTION_RANGE", "above 0 and at most 0.5", { by: "errorBased", options: { confidence: 0.9 } }],
])("prune %s: %s", (code, message, request) => {
  const found = refusal(() => by(request));
  expect(found).toContain(`${code}: `);
  expect(found).toContain(message);
});
