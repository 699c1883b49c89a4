import { describe, expect, it } from "vitest";
import { cellsIn, valuesOf } from "../../../test/kit/answers.js";
import { allCloseTo, breaks, mixedTable, numeric, readAgain, refusal } from "../../../test/kit/index.js";
import { madeTable, shortTable } from "../../../test/kit/matrix.js";
import type { LinearAnswer } from "../../model/answer.js";
import type { EnsembleModel } from "../../model/ensemble.js";
import { formulaValue } from "../../model/formula.js";
import { modelJson } from "../../model/modelJson.js";
import type { CorrectingNeighbours } from "../../model/neighbours.js";
import { parseModel } from "../../model/parse.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { predict as predictLight } from "../../predict/predictLight.js";
import { predictor } from "../../predict/predictor.js";
import { asRules, joinedRules, simplifiedRules } from "../../rules/joinedRules.js";
import { columnOf, makeTable, type Table } from "../../table/table.js";
import { drawText } from "../../use/draw/text.js";
import { fitTable } from "../fit.js";
import { prune } from "../prune/prune.js";

const fixed = { smoothing: 0, penalty: 1, splitOn: "target" } as const;
const fit = (table: Table, options: object = {}) =>
  fitTable(table, { target: "y", learner: "modelTree", options: { ...options } }) as TreeModel;

type Of = (i: number) => number;
/** A table of two attributes and a function of them. */
function surface(rows: number, a: Of, b: Of, y: (a: number, b: number) => number): Table {
  const at = [a, b].map((of) => Array.from({ length: rows }, (_, i) => of(i)));
  const ys = at[0].map((x, i) => y(x, at[1][i]));
  return makeTable([numeric("a", at[0]), numeric("b", at[1]), numeric("y", ys)]);
}

/** y = 2 + 3 a - b where a <= 5, else 140 - 2 a + b, with no noise. */
const twoPlanes = surface(
  200,
  (i) => (i % 20) / 2,
  (i) => ((i * 7) % 13) - 6,
  (a, b) => (a <= 5 ? 2 + 3 * a - b : 140 - 2 * a + b),
);
const planes = fit(twoPlanes, fixed);

it("finds two planes with one split", () => {
  expect(planes.nodes.length).toBe(3);
  expect(planes.nodes[0].test).toEqual({ kind: "threshold", attribute: 0, threshold: 5.25 });
  const found = planes.nodes.slice(1).map(({ answer }) => {
    const { intercept, terms } = (answer as LinearAnswer).formula;
    return [intercept, ...terms.map(({ coefficient }) => coefficient)];
  });
  expect(found).toEqual([allCloseTo([2, 3, -1]), allCloseTo([140, -2, 1])]);
  expect(valuesOf(planes, twoPlanes)).toEqual(allCloseTo(cellsIn(twoPlanes, "y")));
});

it("has the least-squares formula of its rows in a single leaf", () => {
  const noise = (a: number, b: number) => 1 + 2 * a - 3 * b + Math.sin(99 * a * b);
  const table = surface(
    60,
    (i) => Math.sin(i * 3.7) * 5,
    (i) => Math.cos(i * 1.9) * 2,
    noise,
  );
  const { nodes } = fit(table, { ...fixed, splitOn: "residuals", penalty: 50 });
  expect(nodes.length).toBe(1);
  const { formula, limits } = nodes[0].answer as LinearAnswer;
  expect(formula.terms.length).toBe(2);
  const [a, b, y] = ["a", "b", "y"].map((name) => cellsIn(table, name));
  const residuals = y.map((value, i) => value - formulaValue(formula, (at) => [a, b][at][i]));
  // They have nothing left of the constant or of an attribute.
  const along = (cells: readonly number[]) => cells.reduce((sum, x, i) => sum + x * residuals[i], 0);
  expect([y.map(() => 1), a, b].map(along)).toEqual(allCloseTo([0, 0, 0]));
  expect(limits).toEqual([Math.min(...y), Math.max(...y)]);
});

it("smooths along the path: (n p + k q) / (n + k)", () => {
  const table = madeTable("a y", 20, (i) => (i < 10 ? "l 0" : "r 10"));
  const means = (smoothing: number) =>
    valuesOf(fit(table, { splitOn: "target", leaf: "mean", prune: "none", smoothing }), table).slice(9, 11);
  expect(means(0)).toEqual([0, 10]);
  expect(means(15)).toEqual([3, 7]); // (10·0 + 15·5) / 25 and (10·10 + 15·5) / 25
});

it("passes gradually from one branch to the other on request", () => {
  const gradual = fit(twoPlanes, { ...fixed, boundaries: "gradual" });
  const near = shortTable("a b; 5.249999999 0; 5.250000001 0");
  const jump = (model: TreeModel) => {
    const [left, right] = valuesOf(model, near);
    return Math.abs(left - right);
  };
  expect(jump(planes)).toBeGreaterThan(100);
  expect(jump(gradual)).toBeLessThan(1e-5);
  // 200 rows of 0, 0.5, …, 9.5, whose standard deviation is √(399/12)/2; the gate has a 200^(1/3) of it.
  const spread = Math.sqrt(399 / 12) / 2 / Math.cbrt(200);
  const slope = expect.closeTo(Math.PI / Math.sqrt(3) / spread, 9);
  expect(gradual.nodes[0].test).toMatchObject({ kind: "gate", threshold: 5.25, slope });
});

it("keeps predictions within the range of the training target", () => {
  const far = shortTable("a b; 1e6 0; -1e6 0");
  const least = Math.min(...cellsIn(twoPlanes, "y"));
  expect(valuesOf(planes, far)).toEqual([least, least]); // Both planes fall that way.
});

it("splits on residuals where one plane explains most", () => {
  // A steep plane with a step along the other attribute: the target's own variance lies along a.
  const table = surface(
    240,
    (i) => ((i * 37) % 101) / 10,
    (i) => ((i * 53) % 97) / 10,
    (a, b) => 20 * a + (b > 5 ? 6 : 0),
  );
  const first = (options: object) => fit(table, options).nodes[0].test?.attribute;
  expect(first({ ...fixed, splitOn: "residuals" })).toBe(1);
  expect(first({ ...fixed, penalty: 0.1 })).not.toBe(1);
  // Left to itself, cross-validation finds that out, whatever the folds.
  for (const folds of [2, 5]) expect(first({ folds })).toBe(1);
});

it("prunes less as the penalty falls, and not at all on request", () => {
  const table = mixedTable({ rows: 200, seed: 3, target: "values", missing: 0.05 });
  const sizes = [50, 1, 0.01].map((penalty) => fit(table, { ...fixed, penalty }).nodes.length);
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  const { penalty: _, ...rest } = fixed;
  expect(fit(table, { ...rest, prune: "none" }).nodes.length).toBeGreaterThan(sizes[0]);
});

it.each([0, 15])(
  "with smoothing=%i states the error of its formulas; its rules predict the same",
  (smoothing) => {
    const table = mixedTable({ rows: 150, seed: 8, target: "values", missing: 0.1 });
    const model = fit(table, { ...fixed, smoothing });
    const y = cellsIn(table, "y");
    const squares = valuesOf(model, table).reduce((sum, value, row) => sum + (y[row] - value) ** 2, 0);
    const stated = model.nodes.reduce(
      (sum, node) => sum + (isSplit(node) || !("error" in node) ? 0 : node.weight * node.error),
      0,
    );
    expect(stated).toBeCloseTo(squares, 6);
    // Rules that need a value do not match a row without it.
    const whole = mixedTable({ rows: 50, seed: 9, target: "values" });
    expect(valuesOf(asRules(model), whole)).toEqual(valuesOf(model, whole));
  },
);

it("is not pruned again, and has rules that cannot be merged, simplified or filled", () => {
  expect(() => prune(planes, { by: "costComplexity", options: { alpha: 0.1 } })).toThrow(
    "a tree with formulas in its leaves is pruned as it is learned: use the options of modelTree",
  );
  expect(() => joinedRules(planes)).toThrow("rules with formulas cannot be merged");
  expect(() => simplifiedRules(planes)).toThrow("rules with formulas cannot be simplified");
  const gaps = mixedTable({ rows: 90, seed: 2, target: "values", missing: 0.1 });
  expect(() => asRules(fit(gaps, { ...fixed, missing: "likely" }))).toThrow(
    "rules with formulas cannot be stated on the table's own columns",
  );
});

it("prints long formulas under the tree", () => {
  expect(drawText(planes)).toMatch(/a <= 5.25: 2 \+ 3 a - 1 b \(110/);
  const table = mixedTable({ rows: 200, seed: 3, target: "values", missing: 0 });
  expect(drawText(fit(table, { ...fixed, penalty: 50 }))).toMatch(/formula 1: /);
});

describe("committees of model trees", () => {
  const table = mixedTable({ rows: 150, seed: 4, target: "values", missing: 0.1 });
  const committee = (options: object) => {
    const model = fit(table, { ...fixed, ...options }) as unknown as EnsembleModel;
    return { ...model, neighbours: model.neighbours as CorrectingNeighbours };
  };

  it("average their members", () => {
    const model = committee({ members: 4 });
    expect(model.format).toBe("coppice-ensemble");
    if (model.members.kind !== "models") throw new Error("members are models");
    const each = model.members.models.map((member) => valuesOf(member, table));
    const means = each[0].map((_, row) => each.reduce((sum, one) => sum + one[row], 0) / 4);
    expect(valuesOf(model, table)).toEqual(allCloseTo(means));
    expect(model.report?.curves?.[0].on).toBe("oob");
  });

  it.each([1, 5])("of %i are corrected by their neighbours, as computed here from the model", (members) => {
    const model = committee({ members, neighbours: 3 });
    expect(readAgain(model)).toEqual(model);
    const { neighbours, ...plain } = model;
    const { columns, residuals, share, count } = neighbours;
    expect(count).toBe(3);
    const before = valuesOf(plain as EnsembleModel, table);
    const cells = model.attributes.map(({ name, type }) =>
      cellsIn(table, name).map((x) => (Number.isNaN(x) || (type !== "numeric" && x < 0) ? null : x)),
    );
    const corrected = before.map((value, row) => {
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
      const sum = near.reduce((all, i, n) => all + weights[n] * residuals[i], 0);
      return value + (share * sum) / weights.reduce((a, b) => a + b, 0);
    });
    expect(valuesOf(model, table)).toEqual(allCloseTo(corrected, 6));
  });

  it("have residuals of rows that a single member did not see, by the folds", () => {
    const [two, five] = [2, 5].map((folds) => committee({ neighbours: 2, folds }).neighbours.residuals);
    expect(two).not.toEqual(five);
  });

  it("are the same in coppice/predict, for tables and for rows", () => {
    const model = committee({ members: 3, neighbours: 2 });
    const values = valuesOf(model, table);
    const columns = model.attributes.map(({ name }) => {
      const column = columnOf(table, name);
      if (column.type === "numeric")
        return [name, Array.from(column.values, (x) => (Number.isNaN(x) ? null : x))] as const;
      return [name, Array.from(column.codes, (code) => column.levels[code] ?? null)] as const;
    });
    expect(predictLight(model, Object.fromEntries(columns) as never)).toMatchObject({
      values: Float64Array.from(values),
    });
    const one = predictor(model);
    for (const row of [0, 7, 149]) {
      const cells = Object.fromEntries(columns.map(([name, all]) => [name, all[row]]));
      expect(one.row(cells as never)).toMatchObject({ value: values[row] });
    }
  });

  it("are refused as members of another ensemble", () => {
    const options = { of: "modelTree", settings: { members: 3 }, trees: 2 };
    expect(() => fitTable(table, { target: "y", learner: "bagging", options })).toThrow(
      "of=modelTree must learn one tree as a member of an ensemble, and its settings ask for several",
    );
  });
});

const models: Readonly<Record<string, object>> = {
  tree: modelJson(planes),
  committee: modelJson(fit(twoPlanes, { ...fixed, neighbours: 2 })),
};

it.each(breaks`
  tree: nodes[1].answer = 3 → must be an object; got 3
  tree: nodes[1].answer.kind = "classifier" → must be "linear" for regression; got "classifier"
  tree: nodes[1].answer.formula = 1 → must be an object with intercept and terms; got 1
  tree: nodes[1].answer.limits = [1] → must be a list of two numbers; got a list
  tree: nodes[1].answer.limits = [1,null] → nodes[1].answer.limits[1] must be a finite number; got null
  tree: nodes[1].answer.limits = [2,1] → must be in ascending order; got a list
  committee: neighbours.count = 0 → must be an integer from 1 to 200; got 0
  committee: neighbours.share = "x" → must be a finite number; got "x"
  committee: neighbours.residuals = 1 → must be a list of numbers; got 1
  committee: neighbours.columns = {} → must be a list of columns; got an object
  committee: neighbours.columns[0] = {"attribute":0,"cells":[1]} → neighbours.columns[0].scale must be a positive number; got nothing
  committee: neighbours.columns[0].cells = [1] → must be a list of 200 cells, one for each training row; got a list
`)("in a model's file, %s", (_, of, spoil, wanted) => {
  expect(refusal(() => parseModel(spoil(models[of])))).toBe(wanted);
});
