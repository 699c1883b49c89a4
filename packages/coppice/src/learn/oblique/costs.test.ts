import { describe, expect, it } from "vitest";
import { classesSaid } from "../../../test/kit/answers.js";
import { random } from "../../base/random.js";
import type { Model } from "../../model/model.js";
import { makeTable, type Table } from "../../table/table.js";
import { nominal, numeric } from "../../testing/index.js";
import { fitTable } from "../fit.js";

/** Two overlapping groups, the second a fifth of the rows. */
function groups(rows: number): Table {
  const rng = random(11);
  const codes = Array.from({ length: rows }, (_, row) => (row % 5 === 0 ? 1 : 0));
  const column = (name: string, shift: number) =>
    numeric(
      name,
      codes.map((code) => rng.normal() + shift * code),
    );
  return makeTable([column("x", 1.2), column("z", 0.8), nominal("class", ["a", "b"], codes)]);
}

const table = groups(400);
const stump = { maxDepth: 1, prune: "none", singleAttributes: false };
const fitted = (learner: string, options: Record<string, unknown>) =>
  fitTable(table, { target: "class", learner, options: { ...stump, ...options } });

describe.each(["linearTree", "ldaTree", "quadraticTree", "sphereTree", "perceptronTree", "cartLC", "oc1"])(
  "costs in the nodes of %s",
  (learner) => {
    it("a class that is costly to miss bends the test, and is predicted no less often", () => {
      const loss = { a: { a: 0, b: 1 }, b: { a: 8, b: 0 } };
      const [bent, plain] = [fitted(learner, { loss }), fitted(learner, {})];
      expect(bent.derived).not.toEqual(plain.derived);
      const second = (model: Model) => classesSaid(model, table).labels.reduce((sum, label) => sum + label);
      expect(second(bent)).toBeGreaterThanOrEqual(second(plain));
    });

    it("the unit of the loss does not matter", () => {
      const lossOf = (unit: number) => ({ a: { a: 0, b: unit }, b: { a: 4 * unit, b: 0 } });
      const [one, four] = [1, 4].map((unit) => fitted(learner, { loss: lossOf(unit) }).derived);
      expect(one).toEqual(four);
    });
  },
);

it("priors change the direction of linear nodes as weights of the rows would", () => {
  // A fifth of the rows has half of the prior: 0.5 / 0.2 and 0.5 / 0.8.
  const weights = Array.from({ length: 400 }, (_, row) => (row % 5 === 0 ? 2.5 : 0.625));
  const options = { ...stump, minLeaf: 1 };
  const given = fitted("linearTree", { ...options, priors: "equal" });
  const request = { target: "class", learner: "linearTree", weight: "w", options } as const;
  const weighted = fitTable(makeTable([...table.columns, numeric("w", weights)]), request);
  const formula = ({ derived = [] }: Model) => {
    const [step] = derived.filter(({ kind }) => kind === "linear");
    return step.kind === "linear" ? step.formula.terms.map(({ coefficient }) => coefficient) : [];
  };
  expect(formula(given)).toHaveLength(2);
  expect(formula(given)).toEqual(formula(weighted).map((one) => expect.closeTo(one, 6)));
});
