import { describe, expect, it } from "vitest";
import { accuracyOn, classesSaid, codesIn } from "../../../test/kit/answers.js";
import { breaks } from "../../../test/kit/breaks.js";
import { readAgain } from "../../../test/kit/readAgain.js";
import { refusal } from "../../../test/kit/refusal.js";
import { mixedTable } from "../../../test/mixedTable.js";
import { prepare } from "../../engine/problem.js";
import type { ClassifierAnswer } from "../../model/answer.js";
import type { EnsembleModel } from "../../model/ensemble.js";
import { modelJson } from "../../model/modelJson.js";
import { parseModel } from "../../model/parse.js";
import type { TreeModel } from "../../model/tree.js";
import { asRules } from "../../rules/joinedRules.js";
import { rulesText } from "../../rules/rulesText.js";
import { makeTable, type Table } from "../../table/table.js";
import { once } from "../../testing/contract/check.js";
import { names, nominal, numeric } from "../../testing/index.js";
import { drawText } from "../../use/draw/text.js";
import { fitTable } from "../fit.js";
import { inverseTrace, solve } from "./cholesky.js";
import { designOf } from "./design.js";
import { softmaxFit } from "./softmaxFit.js";

const noise = (i: number) => Math.abs((Math.sin(i * 12.9898) * 43758.5453) % 1);

/** Two numbers, and a class that a rule on them decides. */
function plane(rows: number, isYes: (a: number, b: number, row: number) => boolean): Table {
  const [a, b] = [0.1, 0.7].map((by) => Array.from({ length: rows }, (_, i) => 4 * noise(i + by) - 2));
  const codes = a.map((x, i) => Number(isYes(x, b[i], i)));
  return makeTable([numeric("a", a), numeric("b", b), nominal("y", ["no", "yes"], codes)]);
}

/** yes with probability 1 / (1 + e^-(1 + 2a - b)). */
const sloped = (rows = 300) =>
  plane(rows, (a, b, i) => noise(i + 0.4) < 1 / (1 + Math.exp(-(1 + 2 * a - b))));

const fit = (table: Table, options: Readonly<Record<string, unknown>> = {}) =>
  fitTable(table, { target: "y", learner: "logisticLeaves", options }) as TreeModel;

it("solve and inverseTrace solve a system of two equations", () => {
  // 4x + 2y = 10, 2x + 3y = 9: x = 1.5, y = 2. The inverse's diagonal is 3/8, 4/8.
  const matrix = Float64Array.of(4, 2, 2, 3);
  const [x, y] = solve(matrix, Float64Array.of(10, 9));
  expect(x).toBeCloseTo(1.5, 12);
  expect(y).toBeCloseTo(2, 12);
  expect(inverseTrace(matrix, Float64Array.of(1, 10))).toBeCloseTo(3 / 8 + 40 / 8, 12);
});

describe("softmaxFit", () => {
  it.each([2, 3])("is where the gradient vanishes, by independent code, for %i classes", (count) => {
    const plain = sloped();
    const y = codesIn(plain, "y").map((code, i) => (count > 2 && i % 5 === 0 ? 2 : code));
    const table = makeTable([...plain.columns.slice(0, 2), nominal("y", names("c", count), y)]);
    const design = designOf(prepare(table, { target: "y" }));
    const rows = Int32Array.from({ length: table.rows }, (_, row) => row);
    const lambda = 0.5;
    const { coefficients, deviance } = softmaxFit(design, rows, { lambda });
    const [x1, x2] = design.terms.map(({ cells }) => cells);
    const gradient = new Float64Array(coefficients.length);
    let logLikelihood = 0;
    for (const row of rows) {
      const x = [1, x1[row], x2[row]];
      const scores = Array.from({ length: count }, (_, k) =>
        x.reduce((sum, cell, j) => sum + cell * coefficients[k * 3 + j], 0),
      );
      const total = scores.reduce((sum, score) => sum + Math.exp(score), 0);
      logLikelihood += Math.log(Math.exp(scores[y[row]]) / total);
      scores.forEach((score, k) => {
        x.forEach((cell, j) => {
          gradient[k * 3 + j] += cell * ((y[row] === k ? 1 : 0) - Math.exp(score) / total);
        });
      });
    }
    expect(deviance).toBeCloseTo(-2 * logLikelihood, 6);
    coefficients.forEach((coefficient, i) => {
      if (count === 2 && i < 3) return; // The first of two classes is the baseline.
      const penalty = i % 3 === 0 ? 0 : lambda * coefficient;
      expect(Math.abs(gradient[i] - penalty)).toBeLessThan(0.3); // Of 300 rows.
    });
  });

  it("stays at its prior as shrinkage grows, and then determines no parameter", () => {
    const design = designOf(prepare(sloped(), { target: "y" }));
    const rows = Int32Array.from({ length: 100 }, (_, row) => row);
    const prior = Float64Array.of(0, 0, 0, 0.3, -1, 2);
    const { coefficients, parameters } = softmaxFit(design, rows, { lambda: 1e9, prior });
    expect([...coefficients]).toEqual([...prior].map((one) => expect.closeTo(one, 6)));
    expect(parameters).toBeCloseTo(0, 6);
    expect(softmaxFit(design, rows, { lambda: 1e-9, prior }).parameters).toBeCloseTo(3, 6);
  });
});

describe("logisticLeaves", () => {
  const one = once(() => fit(sloped(), { shrinkage: 0.1 }));

  it("is one logistic regression where that suffices", () => {
    const model = fit(sloped(2000), { shrinkage: 0.1 });
    expect(model.nodes.length).toBe(1);
    const [no, yes] = (model.nodes[0].answer as ClassifierAnswer).formulas;
    expect(no.terms).toEqual([]);
    const found = [yes.intercept, ...yes.terms.map(({ coefficient }) => coefficient)];
    [1, 2, -1].forEach((wanted, i) => {
      expect(Math.abs(found[i] - wanted)).toBeLessThan(0.3);
    });
  });

  it("splits where one classifier cannot do it", () => {
    // Two slanted boundaries, mirrored at 0: a tree of one split with a classifier on each side is right.
    const table = plane(400, (a, b) => b > (a > 0 ? 2 * a - 2 : -2 * a - 2));
    const model = fit(table);
    expect(model.nodes.length).toBeGreaterThan(1);
    expect(accuracyOn(model, table)).toBeGreaterThan(0.95);
    expect(accuracyOn(fit(table, { maxDepth: 0 }), table)).toBeLessThan(0.95);
  });

  it("prunes more as the penalty grows", () => {
    const table = mixedTable({ rows: 150, seed: 3, target: "classes", missing: 0.05 });
    const sizes = [0, 2, 1000].map((penalty) => fit(table, { penalty, folds: 3 }).nodes.length);
    expect(sizes[0]).toBeGreaterThanOrEqual(sizes[1]);
    expect(sizes[2]).toBe(1);
    expect(fit(table, { prune: "none", folds: 3 }).nodes.length).toBeGreaterThanOrEqual(sizes[0]);
  });

  it("chooses by the folds it is given", () => {
    const differs = [1, 2, 3, 4, 5, 6].some((seed) => {
      const table = mixedTable({ rows: 70, seed, target: "classes", missing: 0 });
      const models = [2, 7].map((folds) => JSON.stringify(fit(table, { folds }).nodes));
      return new Set(models).size > 1;
    });
    expect(differs).toBe(true);
  });

  it("predicts the same as rules where no value is missing", () => {
    const table = mixedTable({ rows: 150, seed: 5, target: "classes", missing: 0.1 });
    const model = fit(table, { penalty: 0.1, minLeaf: 10, folds: 3 });
    const whole = mixedTable({ rows: 60, seed: 6, target: "classes", missing: 0 });
    const rules = asRules(model);
    expect(readAgain(rules)).toEqual(rules);
    expect(classesSaid(rules, whole).labels).toEqual(classesSaid(model, whole).labels);
  });

  it("averages the probabilities of a committee", () => {
    const table = mixedTable({ rows: 120, seed: 5, target: "classes", missing: 0.1 });
    const options = { members: 3, shrinkage: 1, penalty: 1 };
    const model = fit(table, options) as unknown as EnsembleModel;
    if (model.members.kind !== "models") throw new Error("members are models");
    const each = model.members.models.map((member) => classesSaid(member, table).probabilities);
    const means = [...each[0]].map((p, i) => expect.closeTo((p + each[1][i] + each[2][i]) / 3, 12));
    expect([...classesSaid(model, table).probabilities]).toEqual(means);
  });

  it("names its classifiers in drawings and rules, with a formula for each class", () => {
    const model = one();
    expect(drawText(model)).toMatch(
      /^yes \(300, \d+%, classifier 1\)\n\nclassifier 1:\n {2}no: 0\n {2}yes: .* a - .* b$/,
    );
    expect(rulesText(model)).toMatch(/^ALWAYS {2}THEN yes {2}\(300 rows, \d+%\)\n {7}no: 0\n {7}yes: /);
  });

  it.each(breaks`
    nodes[0].answer.formulas = [] → must be a list of 2 formulas, one for each class; got a list
    nodes[0].answer.kind = "linear" → must be "classifier" for classification; got "linear"
  `)("is refused in files with %s", (_, __, spoil, wanted) => {
    expect(refusal(() => parseModel(spoil(modelJson(one()))))).toBe(wanted);
  });
});
