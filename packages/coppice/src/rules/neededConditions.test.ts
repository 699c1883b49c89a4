import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Condition, holds } from "../model/condition.js";
import { type MeasureStep, measuredCells } from "../model/measure.js";
import type { TreeModel } from "../model/tree.js";
import { predictTable } from "../predict/predictTable.js";
import { makeTable } from "../table/table.js";
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
  const leaf = (label: number) => ({ weight: 5, counts: label === 0 ? [5, 0] : [0, 5], label });
  return {
    format: "coppice-tree",
    version: 2,
    learner: "linearTree",
    options: {},
    task: "classification",
    target: { name: "class", type: "nominal", levels: ["in", "out"] },
    attributes: [
      { name: "length", type: "numeric" },
      { name: "width", type: "numeric" },
      ...forms.map(([a, b]) => ({
        name: `${a} length ${b < 0 ? "-" : "+"} ${Math.abs(b)} width`,
        type: "numeric" as const,
      })),
    ],
    derived: forms.map(([a, b], i) => linear(2 + i, a, b)),
    training: { rows: 25, weight: 25, seed: 1 },
    nodes: forms
      .flatMap(([, , threshold], i) => {
        const split = {
          weight: 25 - 5 * i,
          counts: [5, 20 - 5 * i],
          label: 1,
          test: { kind: "threshold" as const, attribute: 2 + i, threshold },
          branches: [i + 1, 8 - i],
          missing: { kind: "branch" as const, to: 0 },
          gain: 0.1,
        };
        return [split];
      })
      .concat([leaf(0), leaf(1), leaf(1), leaf(1), leaf(1)] as never[]) as TreeModel["nodes"],
  };
}

describe("linear conditions that others imply", () => {
  it("are left out of rules: of the four of D 8.4.2 two remain", () => {
    const model = obliqueTree();
    const [inside] = rulesOf(model);
    expect(inside.if.map(({ attribute }) => attribute)).toEqual([2, 5]);
    expect(rulesText(model).split("\n").slice(0, 2)).toEqual([
      "IF 0.4 length + 0.16 width <= 0.11",
      expect.stringMatching(/^ {3}AND 5.43 length - 13.33 width <= -6.03 +THEN in /),
    ]);
  });

  it("do not change what the rules say", () => {
    const model = obliqueTree();
    const grid = Array.from({ length: 1600 }, (_, i) => [(i % 40) / 10 - 2, Math.floor(i / 40) / 10 - 2]);
    const table = makeTable([
      { type: "numeric", name: "length", values: Float64Array.from(grid, ([x]) => x) },
      { type: "numeric", name: "width", values: Float64Array.from(grid, ([, y]) => y) },
    ]);
    const rules = asRules(model);
    expect(rules.derived).toHaveLength(4);
    expect(predictTable(rules, table)).toMatchObject({
      labels: (predictTable(model, table) as { labels: unknown }).labels,
    });
  });

  it("are implied for every row", () => {
    const number = fc.integer({ min: -4, max: 4 });
    const bound = fc.record({ a: number, b: number, c: number, at: number, side: fc.boolean() });
    const points = fc.array(fc.tuple(number, number, number), { minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(fc.array(bound, { minLength: 1, maxLength: 6 }), points, (bounds, rows) => {
        const derived = bounds.map(({ a, b, c }, i) => linear(3 + i, a, b, c));
        const all = bounds.map(
          ({ at, side }, i): Condition => ({
            kind: "range",
            attribute: 3 + i,
            ...(side ? { above: at } : { atMost: at }),
          }),
        );
        const needed = neededConditions(all, { derived });
        const cells = [0, 1, 2].map((d) => Float64Array.from(rows, (row) => row[d]));
        const measured = derived.map((step) => measuredCells(step, (a) => cells[a], rows.length));
        const satisfied = (some: readonly Condition[], row: number) =>
          some.every((one) => holds(one, measured[one.attribute - 3][row], false));
        rows.forEach((_, row) => {
          // Conditions that no point satisfies imply everything.
          if (satisfied(needed, row)) expect(satisfied(all, row) || isEmptySpace(all, measured)).toBe(true);
        });
      }),
    );
  });
});

/** Whether no row at all satisfies the conditions. */
function isEmptySpace(all: readonly Condition[], measured: readonly ArrayLike<number>[]): boolean {
  return !Array.from({ length: measured[0].length }, (_, row) => row).some((row) =>
    all.every((one) => holds(one, measured[one.attribute - 3][row], false)),
  );
}
