import { describe, expect, it } from "vitest";
import { random } from "../../base/random.js";
import { predictTable } from "../../predict/predictTable.js";
import { makeTable, type Table } from "../../table/table.js";
import { fitTable } from "../fit.js";

/** Two overlapping groups, the second a fifth of the rows. */
function groups(rows: number): Table {
  const rng = random(11);
  const codes = Int32Array.from({ length: rows }, (_, row) => (row % 5 === 0 ? 1 : 0));
  const column = (name: string, shift: number) => ({
    type: "numeric" as const,
    name,
    values: Float64Array.from(codes, (code) => rng.normal() + shift * code),
  });
  return makeTable([
    column("x", 1.2),
    column("z", 0.8),
    { type: "nominal", name: "class", levels: ["a", "b"], codes },
  ]);
}

const table = groups(400);
const fitted = (learner: string, options: Record<string, unknown>) =>
  fitTable(table, {
    target: "class",
    learner,
    options: { maxDepth: 1, prune: "none", singleAttributes: false, ...options },
  });

describe.each(["linearTree", "ldaTree", "quadraticTree", "sphereTree", "perceptronTree", "cartLC", "oc1"])(
  "costs in the nodes of %s",
  (learner) => {
    const second = (options: Record<string, unknown>) => {
      const found = predictTable(fitted(learner, options), table);
      if (found.kind !== "classification") throw new Error("no classes");
      return found.labels.reduce((sum, label) => sum + label, 0);
    };

    it("a class that is costly to miss bends the test, and is predicted no less often", () => {
      const loss = { a: { a: 0, b: 1 }, b: { a: 8, b: 0 } };
      expect(fitted(learner, { loss }).derived).not.toEqual(fitted(learner, {}).derived);
      expect(second({ loss })).toBeGreaterThanOrEqual(second({}));
    });

    it("the unit of the loss does not matter", () => {
      const nodes = (unit: number) =>
        fitted(learner, {
          loss: [
            [0, unit],
            [4 * unit, 0],
          ],
        }).derived;
      expect(nodes(1)).toEqual(nodes(4));
    });
  },
);

describe("priors in linear nodes", () => {
  it("change the direction as weights of the rows would", () => {
    const weight = {
      type: "numeric" as const,
      name: "w",
      // A fifth of the rows has half of the prior: 0.5 / 0.2 and 0.5 / 0.8.
      values: Float64Array.from({ length: 400 }, (_, row) => (row % 5 === 0 ? 2.5 : 0.625)),
    };
    const options = { maxDepth: 1, prune: "none", singleAttributes: false, minLeaf: 1 };
    const given = fitTable(table, {
      target: "class",
      learner: "linearTree",
      options: { ...options, priors: "equal" },
    });
    const weighted = fitTable(makeTable([...table.columns, weight]), {
      target: "class",
      learner: "linearTree",
      weight: "w",
      options,
    });
    const formula = ({ derived = [] }: typeof given) => {
      const [step] = derived.filter(({ kind }) => kind === "linear");
      return step.kind === "linear" ? step.formula.terms.map(({ coefficient }) => coefficient) : [];
    };
    expect(formula(given)).toHaveLength(2);
    formula(given).forEach((coefficient, i) => {
      expect(coefficient).toBeCloseTo(formula(weighted)[i], 6);
    });
  });
});
