import { expect, it } from "vitest";
import { cases } from "../../../test/kit/cases.js";
import { parseModel } from "../../model/parse.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { friedman1, tennis, waveform } from "../../synthetic/index.js";
import { fitTable } from "../fit.js";
import { prune } from "../prune/prune.js";
import { criteria } from "./index.js";
import type { OwnCriterion } from "./ownCriterion.js";

/** 1 - Σ p³: strictly concave, as p - p³ is. */
const cubes: OwnCriterion = {
  name: "cubes",
  task: "classification",
  concave: true,
  impurity(cells, at, width) {
    let weight = 0;
    let sum = 0;
    for (let k = 0; k < width; k++) {
      weight += cells[at + k];
      sum += cells[at + k] ** 3;
    }
    return weight > 0 ? weight - sum / (weight * weight) : 0;
  },
};

/** Weight × standard deviation (M5), in the target's own unit. */
const deviation: OwnCriterion = {
  name: "standardDeviation",
  task: "regression",
  degree: 1,
  impurity(cells, at) {
    const [weight, sum, squares] = cells.subarray(at, at + 3);
    return weight > 0 ? Math.sqrt(Math.max(0, weight * squares - sum * sum)) : 0;
  },
};

const saved = (model: object) => parseModel(JSON.parse(JSON.stringify(model))) as TreeModel;
const waves = waveform({ rows: 200, seed: 4 });
const onWaves = (learner: string, options: object) =>
  fitTable(waves, { target: "class", learner, options: { ...options } });

it("a criterion of the user's own chooses the tests, and the model has its name", () => {
  const options = { criterion: cubes, prune: "none", maxDepth: 1 };
  const model = fitTable(tennis(), { target: "Play", learner: "cart", options });
  expect(model.options.criterion).toBe("cubes");
  // 14 - (9³ + 5³)/14² less 5 - (2³ + 3³)/5² of Sunny with 5 - (3³ + 2³)/5² of Rainy and 0 of Overcast would be n-way;
  // two-way, Overcast (4, 0) against the rest (5, 5): 14 - 854/196 - 0 - (10 - 250/100), over 14 rows.
  expect(model.nodes[0]).toMatchObject({ gain: (14 - 854 / 196 - 7.5) / 14 });
  expect(saved(model)).toEqual(JSON.parse(JSON.stringify(model)));
});

it("a criterion of the user's own gives the tree of the criterion that it copies, the general way", () => {
  const { name: _, rule: __, ...gini } = criteria.gini;
  const by = (criterion: unknown) => saved(onWaves("cart", { criterion, pruneFolds: 3 })).nodes;
  expect(by({ ...gini, name: "mine" })).toEqual(by("gini"));
});

it("a criterion of the user's own works for numbers, by its own impurity and in its own unit", () => {
  const table = friedman1({ rows: 200, seed: 3 });
  const options = { criterion: deviation, prune: "none", maxDepth: 2, minImpurity: 0.1 };
  const { nodes } = fitTable(table, { target: "y", learner: "cart", options });
  // Weight × deviation less that of the branches, per row; errors are mean squares.
  const sd = nodes.map((node) => ("error" in node ? node.weight * Math.sqrt(node.error) : Number.NaN));
  const [root] = nodes;
  if (!isSplit(root)) throw new Error("a split");
  const gain = (sd[0] - root.branches.reduce((sum, b) => sum + sd[b], 0)) / root.weight;
  expect(root.gain).toBeCloseTo(gain, 9);
});

it("a criterion of the user's own is pruned by its impurity in the fit, and by errors only from a file", () => {
  const model = saved(onWaves("cart", { criterion: cubes, prune: "mergeLeaves" }));
  expect(model.nodes.length).toBeGreaterThan(1);
  expect(() => prune(model, { by: "mergeLeaves" })).toThrow(
    'grown by a criterion of its own, "cubes", of which the model has the name only; prune by errors',
  );
  const alpha = prune(model, { by: "costComplexity", options: { alpha: 0.1 } });
  expect(alpha.nodes.length).toBeLessThan(model.nodes.length);
});

it("a criterion of the user's own works in forests and as a member's", () => {
  const forest = onWaves("forest", { trees: 2, criterion: cubes });
  expect(forest.options.criterion).toBe("cubes");
  const bagged = onWaves("bagging", { trees: 2, settings: { criterion: cubes, prune: "none" } });
  expect(bagged.options.settings).toMatchObject({ criterion: "cubes" });
});

it.each(cases`
  cubes name "gini" → criterion must be an object with a name of its own, none of auto, entropy
  cubes task "both" → an object with a task, classification or regression; its task is "both"
  cubes impurity null → with a function impurity(cells, at, width); its impurity is null
  cubes pair 3 → an object with a function pair; its pair is 3
  cubes concave "yes" → with concave, where it is given, true or false; its concave is "yes"
  cubes statistic "moments" → a statistic that classification has, classes; its statistic is "mom
  deviation statistic "ranks" → a function scorer(target), since its statistic is ranks
  cubes rule "gini" → it has "rule"
  cubes leaf "mode" → a leaf, where it is given, of mean, median or midrange; its leaf is "mode"
  cubes degree 3 → a degree, where it is given, of 1 or 2; its degree is 3
  deviation degree 1 → criterion standardDeviation is for regression, but the target asks for classification
`)("a criterion of the user's own is refused where something is wrong with it: %s", (change, message) => {
  const [name, field, value] = change.split(" ");
  const criterion = { ...(name === "cubes" ? cubes : deviation), [field]: JSON.parse(value) };
  const learn = () => fitTable(tennis(), { target: "Play", learner: "cart", options: { criterion } });
  expect(learn).toThrow(message);
});
