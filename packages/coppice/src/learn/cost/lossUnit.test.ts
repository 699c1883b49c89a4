import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll, fullCart, matrix, mixedTable, shortTable } from "../../../test/kit/index.js";
import { describeShared, sharedSet } from "../../../test/shared.js";
import type { Model } from "../../model/model.js";
import { type ClassFacts, isSplit, type TreeModel } from "../../model/tree.js";
import { tennis } from "../../synthetic/index.js";
import { fitTable } from "../fit.js";
import { inLossUnits, lossUnit } from "./lossUnit.js";

const times = (loss: readonly (readonly number[])[], k: number) => loss.map((row) => row.map((x) => x * k));
const ZERO_ONE = matrix("0 1 1; 1 0 1; 1 1 0");

/** What a learner learns from a table with these options and more. */
function learnerOn(seed: number, learner: string, options: object) {
  const table = mixedTable({ rows: 90, seed, target: "classes" });
  return (more: object) =>
    shapeOf(fitTable(table, { target: "y", learner, options: { ...options, ...more } }));
}

/** What must not depend on the unit of the loss: everything but gains' last digits, the options and the loss itself. */
function shapeOf(model: Model): unknown {
  if (model.format === "coppice-rules") return { rules: model.rules, otherwise: model.otherwise };
  const trees =
    model.format === "coppice-tree"
      ? [model]
      : model.members.kind === "models"
        ? model.members.models
        : expect.fail("models");
  return trees.map(({ nodes }) =>
    nodes.map((node) => {
      const { counts, label } = node as ClassFacts;
      return isSplit(node) ? { counts, label, test: node.test, branches: node.branches } : { counts, label };
    }),
  );
}

const gainsOf = ({ nodes }: TreeModel) => nodes.filter(isSplit).map(({ gain }) => gain);

describe("the unit of a loss", () => {
  it("is the mean loss of a mistake", () => {
    expect(lossUnit(undefined)).toBe(1);
    expect(lossUnit(ZERO_ONE)).toBe(1);
    expect(lossUnit([[0]])).toBe(1);
    const loss = matrix("0 2; 6 0"); // (2 + 6) / 2 = 4
    expect(lossUnit(loss)).toBe(4);
    expect(inLossUnits(loss)).toEqual(matrix("0 0.5; 1.5 0"));
  });

  const learners = [
    ["cart", {}],
    ["cart", { prune: "none", minGain: 0.02 }],
    ["cart", { prune: "none", minImpurity: 0.4 }],
    ["cart", { prune: "none", sizePenalty: 2, criterion: "entropy" }],
    ["cart", { prune: "none", acceptableError: 0.2 }],
    ["cart", { prune: "none", criterion: "risk", minGain: 0.01 }],
    ["cart", { prune: "none", criterion: "weightedGini", minImpurity: 0.3 }],
    ["cart", { prune: "none", attributeCosts: { color: 3, fine: 2 }, costForm: "eg2" }],
    ["cart", { prune: "none", validation: 0.3 }],
    ["cart", { prune: "none", maxLeaves: 6, criterion: "twoing" }],
    ["cart", { prune: "mergeLeaves" }],
    ["c45", {}],
    ["c45", { prune: "none" }],
    ["id3", { minGain: 0.01 }],
    ["c45rules", {}],
    ["ripper", {}],
    ["bagging", { trees: 3, "of.maxDepth": 3 }],
    ["bagging", { trees: 3, of: "c45", combine: "vote" }],
  ] as const;

  /** Bagging has the costs in its members. */
  const costs = (learner: string, loss: number[][], priors: string) =>
    learner === "bagging" ? { "of.loss": loss, "of.priors": priors } : { loss, priors };

  const matrices = fc
    .array(fc.integer({ min: 1, max: 20 }), { minLength: 6, maxLength: 6 })
    .map(([a, b, c, d, e, f]) => matrix(`0 ${a} ${b}; ${c} 0 ${d}; ${e} ${f} 0`));
  const units = fc.constantFrom(0.001, 0.1, 0.7, 3, 10, 1e6);

  it.each(learners)("does not change what %s %j learns", (learner, options) => {
    const priorsOf = fc.constantFrom("data", "equal");
    forAll(12, [fc.nat(1000), matrices, units, priorsOf], (seed, loss, k, priors) => {
      const learned = learnerOn(seed, learner, options);
      const wanted = learned(costs(learner, loss, priors));
      expect(learned(costs(learner, times(loss, k), priors))).toEqual(wanted);
    });
  });

  it.each(learners)("of 0 and 1, or any multiple, gives %s %j as without a loss", (learner, options) => {
    forAll(6, [fc.nat(1000), fc.constantFrom(0.001, 0.1, 1, 7)], (seed, k) => {
      const learned = learnerOn(seed, learner, options);
      expect(learned(costs(learner, times(ZERO_ONE, k), "data"))).toEqual(learned({}));
    });
  });
});

it("gains are those of classes whose weights sum to 1 (Breiman 4.4)", () => {
  // Tennis, 9 yes and 5 no, missing a no costs 3: altered shares 9/24 and 15/24. Outlook sends (2, 3), (4, 0), (3, 2).
  const attributeCosts = { Humidity: 9, Temperature: 9, Wind: 9 };
  const options = { loss: matrix("0 1; 3 0"), maxDepth: 1, attributeCosts };
  const model = fitTable(tennis(), { target: "Play", learner: "id3", options });
  const bits = (a: number, b: number) => {
    const part = (x: number) => (x > 0 ? (-x / (a + b)) * Math.log2(x / (a + b)) : 0);
    return part(a) + part(b);
  };
  // Weights 2 + 9 = 11, 4 and 3 + 6 = 9, of 24 in all.
  const expected = bits(9, 15) - (11 / 24) * bits(2, 9) - (9 / 24) * bits(3, 6);
  expect(gainsOf(model)).toEqual([expect.closeTo(expected, 12)]);
});

it("gains are divided by the node's weight as the priors have it, at every node", () => {
  forAll(20, [fc.nat(1000), fc.constantFrom([0.2, 0.3, 0.5], [0.8, 0.1, 0.1])], (seed, priors) => {
    const table = mixedTable({ rows: 80, seed, target: "classes" });
    const options = { priors, maxDepth: 4 };
    const model = fitTable(table, { target: "y", learner: fullCart, options });
    const { factors } = model.costs!;
    const gini = (node: number) => {
      const shares = (model.nodes[node] as ClassFacts).counts.map((count, k) => count * factors![k]);
      const weight = shares.reduce((a, b) => a + b, 0);
      return { weight, impurity: 1 - shares.reduce((sum, x) => sum + (x / weight) ** 2, 0) };
    };
    model.nodes.forEach((node, i) => {
      if (!isSplit(node)) return;
      const { weight, impurity } = gini(i);
      const below = node.branches.map(gini).reduce((sum, b) => sum + (b.weight / weight) * b.impurity, 0);
      expect(node.gain).toBeCloseTo(impurity - below, 10);
    });
  });
});

it("gains take bits of a threshold from bits of gain: the correction does not shrink with a small loss", () => {
  // 8 rows, classes apart at 4.5: the gain is 1 bit, and log2(7 thresholds) / 8 = 0.3509 is charged.
  const table = shortTable("x y; 1 a; 2 a; 3 a; 4 a; 5 b; 6 b; 7 b; 8 b");
  for (const k of [0.01, 1, 100]) {
    const loss = times(matrix("0 1; 1 0"), k);
    const options = { loss, minLeaf: 1, prune: "none", adaptiveMinLeaf: false };
    const [gain] = gainsOf(fitTable(table, { target: "y", learner: "c45", options }));
    expect(gain).toBeCloseTo(1 - Math.log2(7) / 8, 10);
  }
});

it("gains leave acceptableError a share of rows: a loss chooses the label, its unit nothing", () => {
  // 6 a and 2 b at the root. Missing a b costs 5: the label is b, and 6 of 8 = 0.75 are wrong.
  const table = shortTable("x y; 1 a; 2 a; 3 a; 4 a; 5 a; 6 a; 7 b; 8 b");
  const leaves = (options: object) => {
    const { nodes } = fitTable(table, { target: "y", learner: fullCart, options: { ...options } });
    return nodes.filter((node) => !isSplit(node)).length;
  };
  for (const k of [0.01, 1, 100]) {
    const loss = times(matrix("0 1; 5 0"), k);
    expect(leaves({ loss, acceptableError: 0.74 })).toBe(2);
    expect(leaves({ loss, acceptableError: 0.76 })).toBe(1);
  }
  // By equal priors each class has half of the node: (6 · 2/3) / 8 = 0.5 are wrong, whatever the label.
  expect(leaves({ priors: "equal", acceptableError: 0.49 })).toBe(2);
  expect(leaves({ priors: "equal", acceptableError: 0.51 })).toBe(1);
});

describeShared("the unit of a loss on public tables", () => {
  it("is nothing to c45 on pima", async () => {
    const { table, target } = await sharedSet("pima-diabetes");
    const learned = (loss: string) =>
      fitTable(table, { target, learner: "c45", options: { loss: matrix(loss) } });
    for (const loss of ["0 0.1; 0.1 0", "0 1; 1 0", "0 10; 10 0"])
      expect(learned(loss).nodes.filter((node) => !isSplit(node)).length).toBe(20);
    expect(shapeOf(learned("0 0.2; 1 0"))).toEqual(shapeOf(learned("0 1; 5 0")));
  });
});
