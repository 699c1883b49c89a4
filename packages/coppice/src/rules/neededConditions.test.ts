import fc from "fast-check";
import { expect, it } from "vitest";
import { classesSaid } from "../../test/kit/answers.js";
import { itHolds } from "../../test/kit/forAll.js";
import { leaf, range, schemas, split, threshold, treeOf } from "../../test/kit/handmade.js";
import { type Condition, holds } from "../model/condition.js";
import { type MeasureStep, measuredCells } from "../model/measure.js";
import type { TreeModel, TreeNode } from "../model/tree.js";
import { tableFrom } from "../source/tableFrom.js";
import { asRules } from "./joinedRules.js";
import { neededConditions } from "./neededConditions.js";
import { rulesOf } from "./rulesOf.js";
import { rulesText } from "./rulesText.js";

const linear = (attribute: number, ...coefficients: number[]): MeasureStep => ({
  kind: "linear",
  attribute,
  formula: { intercept: 0, terms: coefficients.map((coefficient, a) => ({ attribute: a, coefficient })) },
});

/** The tree of D 8.4.2: four linear tests on the path to one leaf. */
function obliqueTree(): TreeModel {
  const forms = [
    [0.4, 0.16, 0.11],
    [0.27, -0.44, -0.02],
    [0.96, -1.77, -0.45],
    [5.43, -13.33, -6.03],
  ];
  const named = forms.map(([a, b]) => `${a} length ${b < 0 ? "-" : "+"} ${Math.abs(b)} width`);
  const nodes = forms.reduceRight<readonly TreeNode[]>(
    (below, [, , at], i) => split(threshold(2 + i, at), [below, leaf(0, 5)]),
    [leaf(5, 0)],
  );
  const measures = named.map((name) => ({ name, type: "numeric" as const }));
  return treeOf([...schemas`length, width`, ...measures], nodes, {
    target: { name: "class", type: "nominal", levels: ["in", "out"] },
    derived: forms.map(([a, b], i) => linear(2 + i, a, b)),
  });
}

it("linear conditions that others imply are left out of rules: of the four of D 8.4.2 two remain", () => {
  const model = obliqueTree();
  const [inside] = rulesOf(model);
  expect(inside.if.map(({ attribute }) => attribute)).toEqual([2, 5]);
  expect(rulesText(model).split("\n").slice(0, 2)).toEqual([
    "IF 0.4 length + 0.16 width <= 0.11",
    expect.stringMatching(/^ {3}AND 5.43 length - 13.33 width <= -6.03 +THEN in /),
  ]);
});

it("linear conditions that others imply do not change what the rules say", () => {
  const model = obliqueTree();
  const grid = Array.from({ length: 1600 }, (_, i) => [(i % 40) / 10 - 2, Math.floor(i / 40) / 10 - 2]);
  const [length, width] = [0, 1].map((axis) => grid.map((point) => point[axis]));
  const table = tableFrom({ length, width });
  const rules = asRules(model);
  expect(rules.derived).toHaveLength(4);
  expect(classesSaid(rules, table).labels).toEqual(classesSaid(model, table).labels);
});

const number = fc.integer({ min: -4, max: 4 });
const bound = fc.record({ a: number, b: number, c: number, at: number, side: fc.boolean() });
const points = fc.array(fc.tuple(number, number, number), { minLength: 30, maxLength: 30 });
const bounds = fc.array(bound, { minLength: 1, maxLength: 6 });
itHolds(
  "linear conditions that others imply are implied for every row",
  100,
  [bounds, points],
  (bounds, rows) => {
    const derived = bounds.map(({ a, b, c }, i) => linear(3 + i, a, b, c));
    const all = bounds.map(({ at, side }, i) => range(3 + i, ...(side ? [at] : [undefined, at])));
    const needed = neededConditions(all, { derived });
    const cells = [0, 1, 2].map((d) => Float64Array.from(rows, (row) => row[d]));
    const measured = derived.map((step) => measuredCells(step, (a) => cells[a], rows.length));
    const satisfied = (some: readonly Condition[], row: number) =>
      some.every((one) => holds(one, measured[one.attribute - 3][row], false));
    rows.forEach((_, row) => {
      // Conditions that no point satisfies imply everything.
      if (satisfied(needed, row)) expect(satisfied(all, row) || isEmptySpace(all, measured)).toBe(true);
    });
  },
);

/** Whether no row at all satisfies the conditions. */
function isEmptySpace(all: readonly Condition[], measured: readonly ArrayLike<number>[]): boolean {
  const isMet = (_: number, row: number) =>
    all.every((one) => holds(one, measured[one.attribute - 3][row], false));
  return !Array.from(measured[0]).some(isMet);
}
