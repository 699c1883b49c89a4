import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { mixedTable } from "../../../test/mixedTable.js";
import type { LinearAnswer } from "../../model/answer.js";
import type { EnsembleModel } from "../../model/ensemble.js";
import { modelJson } from "../../model/modelJson.js";
import type { CorrectingNeighbours } from "../../model/neighbours.js";
import { parseModel } from "../../model/parse.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { predict as predictLight } from "../../predict/predictLight.js";
import { predictor } from "../../predict/predictor.js";
import { predictTable, type ValuePrediction } from "../../predict/predictTable.js";
import { asRules, joinedRules, simplifiedRules } from "../../rules/joinedRules.js";
import { columnOf, makeTable, type Table } from "../../table/table.js";
import { drawText } from "../../use/draw/text.js";
import { fitTable } from "../fit.js";
import { prune } from "../prune/prune.js";

const numeric = (name: string, values: ArrayLike<number>) =>
  ({ type: "numeric", name, values: Float64Array.from(values) }) as const;

/** y = 2 + 3 a - b where a <= 5, else 140 - 2 a + b, with no noise. */
function twoPlanes(rows = 200): Table {
  const a = Array.from({ length: rows }, (_, i) => (i % 20) / 2);
  const b = Array.from({ length: rows }, (_, i) => ((i * 7) % 13) - 6);
  const y = a.map((x, i) => (x <= 5 ? 2 + 3 * x - b[i] : 140 - 2 * x + b[i]));
  return makeTable([numeric("a", a), numeric("b", b), numeric("y", y)]);
}

const fixed = { smoothing: 0, penalty: 1, splitOn: "target" } as const;
const fit = (table: Table, options: Readonly<Record<string, unknown>> = {}) =>
  fitTable(table, { target: "y", learner: "modelTree", options }) as TreeModel;
const said = (model: Parameters<typeof predictTable>[0], table: Table) =>
  Array.from((predictTable(model, table) as ValuePrediction).values);

/** Ordinary least squares by the normal equations, solved by Gauss-Jordan elimination. */
function leastSquares(rows: readonly (readonly number[])[], y: readonly number[]): number[] {
  const n = rows[0].length;
  const m = Array.from({ length: n }, (_, i) => [
    ...Array.from({ length: n }, (_, j) => rows.reduce((sum, row) => sum + row[i] * row[j], 0)),
    rows.reduce((sum, row, r) => sum + row[i] * y[r], 0),
  ]);
  for (let i = 0; i < n; i++) {
    const pivot = m
      .slice(i)
      .reduce((best, _, k) => (Math.abs(m[i + k][i]) > Math.abs(m[best][i]) ? i + k : best), i);
    [m[i], m[pivot]] = [m[pivot], m[i]];
    for (let r = 0; r < n; r++) {
      if (r === i) continue;
      const factor = m[r][i] / m[i][i];
      for (let c = i; c <= n; c++) m[r][c] -= factor * m[i][c];
    }
  }
  return m.map((row, i) => row[n] / row[i]);
}

describe("modelTree", () => {
  it("finds two planes with one split", () => {
    const model = fit(twoPlanes(), fixed);
    expect(model.nodes.length).toBe(3);
    expect(model.nodes[0].test).toEqual({ kind: "threshold", attribute: 0, threshold: 5.25 });
    const formulas = model.nodes.slice(1).map(({ answer }) => (answer as LinearAnswer).formula);
    [
      [2, 3, -1],
      [140, -2, 1],
    ].forEach((wanted, leaf) => {
      const { intercept, terms } = formulas[leaf];
      [intercept, ...terms.map(({ coefficient }) => coefficient)].forEach((found, i) => {
        expect(found).toBeCloseTo(wanted[i], 9);
      });
    });
    const table = twoPlanes();
    const y = columnOf(table, "y");
    said(model, table).forEach((value, row) => {
      expect(value).toBeCloseTo((y as { values: Float64Array }).values[row], 9);
    });
  });

  it("has the least-squares formula of its rows in a single leaf", () => {
    const a = Array.from({ length: 60 }, (_, i) => Math.sin(i * 3.7) * 5);
    const b = Array.from({ length: 60 }, (_, i) => Math.cos(i * 1.9) * 2);
    const y = a.map((x, i) => 1 + 2 * x - 3 * b[i] + Math.sin(i * 12.9898));
    const table = makeTable([numeric("a", a), numeric("b", b), numeric("y", y)]);
    const model = fit(table, { ...fixed, splitOn: "residuals", penalty: 50 });
    expect(model.nodes.length).toBe(1);
    const { formula, limits } = model.nodes[0].answer as LinearAnswer;
    const [c, ca, cb] = leastSquares(
      a.map((x, i) => [1, x, b[i]]),
      y,
    );
    expect(formula.intercept).toBeCloseTo(c, 9);
    expect(formula.terms.map(({ coefficient }) => coefficient)).toEqual([
      expect.closeTo(ca, 9),
      expect.closeTo(cb, 9),
    ]);
    expect(limits).toEqual([Math.min(...y), Math.max(...y)]);
  });

  it("smooths along the path: (n p + k q) / (n + k)", () => {
    const levels = ["l", "r"];
    const codes = Int32Array.from({ length: 20 }, (_, i) => (i < 10 ? 0 : 1));
    const y = Float64Array.from(codes, (code) => 10 * code);
    const table = makeTable([{ type: "nominal", name: "a", levels, codes }, numeric("y", y)]);
    const means = (smoothing: number) =>
      said(fit(table, { splitOn: "target", leaf: "mean", prune: "none", smoothing }), table).slice(9, 11);
    expect(means(0)).toEqual([0, 10]);
    expect(means(15)).toEqual([3, 7]); // (10·0 + 15·5) / 25 and (10·10 + 15·5) / 25
  });

  it("passes gradually from one branch to the other on request", () => {
    const jump = (boundaries: string) => {
      const model = fit(twoPlanes(), { ...fixed, boundaries });
      const near = makeTable([numeric("a", [5.25 - 1e-9, 5.25 + 1e-9]), numeric("b", [0, 0])]);
      const [left, right] = said(model, near);
      return Math.abs(left - right);
    };
    expect(jump("sharp")).toBeGreaterThan(100);
    expect(jump("gradual")).toBeLessThan(1e-5);
    const { test } = fit(twoPlanes(), { ...fixed, boundaries: "gradual" }).nodes[0];
    // 200 rows of 0, 0.5, …, 9.5, whose standard deviation is √(399/12)/2; the gate has a 200^(1/3) of it.
    const spread = Math.sqrt(399 / 12) / 2 / Math.cbrt(200);
    expect(test).toMatchObject({ kind: "gate", threshold: 5.25 });
    expect((test as { slope: number }).slope).toBeCloseTo(Math.PI / Math.sqrt(3) / spread, 9);
  });

  it("keeps predictions within the range of the training target", () => {
    const model = fit(twoPlanes(), fixed);
    const far = makeTable([numeric("a", [1e6, -1e6]), numeric("b", [0, 0])]);
    const y = (columnOf(twoPlanes(), "y") as { values: Float64Array }).values;
    expect(said(model, far)).toEqual([Math.min(...y), Math.min(...y)]); // Both planes fall that way.
  });

  it("splits on residuals where one plane explains most", () => {
    // A steep plane with a step along the other attribute: the target's own variance lies along a.
    const a = Array.from({ length: 240 }, (_, i) => ((i * 37) % 101) / 10);
    const b = Array.from({ length: 240 }, (_, i) => ((i * 53) % 97) / 10);
    const y = a.map((x, i) => 20 * x + (b[i] > 5 ? 6 : 0));
    const table = makeTable([numeric("a", a), numeric("b", b), numeric("y", y)]);
    const model = fit(table, { ...fixed, splitOn: "residuals" });
    expect(model.nodes[0].test?.attribute).toBe(1);
    expect(fit(table, { ...fixed, penalty: 0.1 }).nodes[0].test?.attribute).not.toBe(1);
    // Left to itself, cross-validation finds that out, whatever the folds.
    for (const folds of [2, 5]) expect(fit(table, { folds }).nodes[0].test?.attribute).toBe(1);
  });

  it("prunes less as the penalty falls, and not at all on request", () => {
    const table = mixedTable({ rows: 200, seed: 3, target: "values", missing: 0.05 });
    const sizes = [50, 1, 0.01].map((penalty) => fit(table, { ...fixed, penalty }).nodes.length);
    expect(sizes[0]).toBeLessThanOrEqual(sizes[1]);
    expect(sizes[1]).toBeLessThanOrEqual(sizes[2]);
    const { penalty: _, ...rest } = fixed;
    expect(fit(table, { ...rest, prune: "none" }).nodes.length).toBeGreaterThan(sizes[0]);
  });

  it("states the error of its formulas, by independent code", () => {
    const table = mixedTable({ rows: 150, seed: 8, target: "values", missing: 0.1 });
    const model = fit(table, fixed);
    const y = (columnOf(table, "y") as { values: Float64Array }).values;
    const values = said(model, table);
    const squares = y.reduce((sum, truth, row) => sum + (truth - values[row]) ** 2, 0);
    const stated = model.nodes.reduce(
      (sum, node) => sum + (isSplit(node) || !("error" in node) ? 0 : node.weight * node.error),
      0,
    );
    expect(stated).toBeCloseTo(squares, 6);
  });

  it("predicts the same as rules, light, row by row, and after JSON (property)", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.constantFrom(0, 15), (seed, smoothing) => {
        const table = mixedTable({ rows: 90, seed, target: "values", missing: 0.1 });
        const model = fit(table, { ...fixed, smoothing });
        const values = said(model, table);
        const read = parseModel(JSON.parse(JSON.stringify(modelJson(model))));
        expect(read).toEqual(model);
        expect(said(read, table)).toEqual(values);
        // Rules that need a value do not match a row without it.
        const whole = mixedTable({ rows: 50, seed: seed + 1, target: "values", missing: 0 });
        expect(said(asRules(model), whole)).toEqual(said(model, whole));
      }),
      draws(15),
    );
  });

  it("is not pruned again", () => {
    expect(() => prune(fit(twoPlanes(), fixed), { by: "costComplexity", options: { alpha: 0.1 } })).toThrow(
      "a tree with formulas in its leaves is pruned as it is learned: use the options of modelTree",
    );
  });

  it("has rules that cannot be merged or simplified", () => {
    const model = fit(twoPlanes(), fixed);
    expect(() => joinedRules(model)).toThrow("rules with formulas cannot be merged");
    expect(() => simplifiedRules(model)).toThrow("rules with formulas cannot be simplified");
    const imputed = fit(mixedTable({ rows: 90, seed: 2, target: "values", missing: 0.1 }), {
      ...fixed,
      missing: "likely",
    });
    expect(() => asRules(imputed)).toThrow("rules with formulas cannot be stated on the table's own columns");
  });

  it("prints long formulas under the tree", () => {
    const text = drawText(fit(twoPlanes(), fixed));
    expect(text).toMatch(/a <= 5.25: 2 \+ 3 a - 1 b \(110/);
    const table = mixedTable({ rows: 200, seed: 3, target: "values", missing: 0 });
    expect(drawText(fit(table, { ...fixed, penalty: 50 }))).toMatch(/formula 1: /);
  });
});

describe("committees of model trees", () => {
  const table = mixedTable({ rows: 150, seed: 4, target: "values", missing: 0.1 });
  const committee = (options: object, given = table) =>
    fitTable(given, {
      target: "y",
      learner: "modelTree",
      options: { ...fixed, ...options },
    }) as unknown as EnsembleModel;

  it("average their members", () => {
    const model = committee({ members: 4 });
    expect(model.format).toBe("coppice-ensemble");
    if (model.members.kind !== "models") throw new Error("members are models");
    const each = model.members.models.map((member) => said(member, table));
    said(model, table).forEach((value, row) => {
      expect(value).toBeCloseTo(each.reduce((sum, one) => sum + one[row], 0) / 4, 9);
    });
    expect(model.report?.curves?.[0].on).toBe("oob");
  });

  it("are corrected by their neighbours, as computed here from the model", () => {
    for (const members of [1, 5]) {
      const model = committee({ members, neighbours: 3 });
      expect(parseModel(JSON.parse(JSON.stringify(modelJson(model))))).toEqual(model);
      const { neighbours, ...plain } = model;
      const { columns, residuals, share, count } = neighbours as CorrectingNeighbours;
      expect(count).toBe(3);
      const before = said(plain as EnsembleModel, table);
      const cells = model.attributes.map(({ name, type }) => {
        const column = columnOf(table, name);
        return Array.from(column.type === "numeric" ? column.values : column.codes, (cell) =>
          Number.isNaN(cell) || (type !== "numeric" && cell < 0) ? null : cell,
        );
      });
      said(model, table).forEach((value, row) => {
        const far = residuals.map((_, i) =>
          columns.reduce((sum, column) => {
            const [one, other] = [cells[column.attribute][row], column.cells[i]];
            if (one === null || other === null) return sum + 1;
            return sum + (column.scale ? Math.abs(one - other) / column.scale : one === other ? 0 : 1);
          }, 0),
        );
        const near = [...far.keys()].sort((i, j) => far[i] - far[j] || i - j).slice(0, 3);
        const most = far[near[2]];
        const weights = near.map((i) => (most > 0 ? 1 / (far[i] + most / 10) : 1));
        const mean =
          near.reduce((sum, i, n) => sum + weights[n] * residuals[i], 0) / weights.reduce((a, b) => a + b, 0);
        expect(value).toBeCloseTo(before[row] + share * mean, 6);
      });
    }
  });

  it("have residuals of rows that a single member did not see, by the folds", () => {
    const residuals = [2, 5].map(
      (folds) => (committee({ neighbours: 2, folds }).neighbours as CorrectingNeighbours).residuals,
    );
    expect(residuals[0]).not.toEqual(residuals[1]);
  });

  it("are the same in coppice/predict, for tables and for rows", () => {
    const model = committee({ members: 3, neighbours: 2 });
    const values = said(model, table);
    const columns = Object.fromEntries(
      model.attributes.map(({ name }) => {
        const column = columnOf(table, name);
        const cells =
          column.type === "numeric"
            ? Array.from(column.values, (x) => (Number.isNaN(x) ? null : x))
            : Array.from(column.codes, (code) => (code < 0 ? null : column.levels[code]));
        return [name, cells];
      }),
    );
    const light = predictLight(model, columns as never) as unknown as { values: Float64Array };
    expect(Array.from(light.values)).toEqual(values);
    const one = predictor(model);
    for (const row of [0, 7, 149]) {
      const cells = Object.fromEntries(Object.entries(columns).map(([name, all]) => [name, all[row]]));
      expect((one.row(cells as never) as { value: number }).value).toBe(values[row]);
    }
  });

  it("are refused as members of another ensemble", () => {
    const options = { of: "modelTree", settings: { members: 3 }, trees: 2 };
    expect(() => fitTable(table, { target: "y", learner: "bagging", options })).toThrow(
      "of=modelTree must learn one tree as a member of an ensemble, and its settings ask for several",
    );
  });
});

describe("answers in a model's file", () => {
  const model = () => JSON.parse(JSON.stringify(modelJson(fit(twoPlanes(), fixed))));
  const broken = (change: (answer: Record<string, unknown>) => void) => () => {
    const json = model();
    change(json.nodes[1].answer);
    parseModel(json);
  };

  it.each([
    [
      "kind",
      (a: Record<string, unknown>) => (a.kind = "classifier"),
      'nodes[1].answer.kind must be "linear" for regression; got "classifier"',
    ],
    [
      "formula",
      (a: Record<string, unknown>) => (a.formula = 1),
      "nodes[1].answer.formula must be an object with intercept and terms; got 1",
    ],
    [
      "limits",
      (a: Record<string, unknown>) => (a.limits = [1]),
      "nodes[1].answer.limits must be a list of two numbers; got a list",
    ],
    [
      "limit",
      (a: Record<string, unknown>) => (a.limits = [1, null]),
      "nodes[1].answer.limits[1] must be a finite number; got null",
    ],
    [
      "order",
      (a: Record<string, unknown>) => (a.limits = [2, 1]),
      "nodes[1].answer.limits must be in ascending order; got a list",
    ],
  ])("rejects a wrong %s", (_, change, message) => {
    expect(broken(change)).toThrow(message);
  });

  it("rejects an answer that is no object, and neighbours of a classifier", () => {
    const json = model();
    json.nodes[1].answer = 3;
    expect(() => parseModel(json)).toThrow("nodes[1].answer must be an object; got 3");
  });

  it.each([
    [{ count: 0 }, "neighbours.count must be an integer from 1 to"],
    [{ share: "x" }, 'neighbours.share must be a finite number; got "x"'],
    [{ residuals: 1 }, "neighbours.residuals must be a list of numbers; got 1"],
    [{ columns: {} }, "neighbours.columns must be a list of columns; got an object"],
    [
      { columns: [{ attribute: 0, cells: [1] }] },
      "neighbours.columns[0].scale must be a positive number; got nothing",
    ],
    [{ columns: [{ attribute: 0, scale: 1, cells: [1] }] }, "neighbours.columns[0].cells must be a list of"],
  ])("rejects neighbours with %j", (change, message) => {
    const options = { ...fixed, neighbours: 2 };
    const json = JSON.parse(
      JSON.stringify(modelJson(fitTable(twoPlanes(), { target: "y", learner: "modelTree", options }))),
    );
    Object.assign(json.neighbours, change);
    expect(() => parseModel(json)).toThrow(message);
  });
});
