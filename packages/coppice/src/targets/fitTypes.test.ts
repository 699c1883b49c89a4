import { expect, expectTypeOf, it } from "vitest";
import type { LearnerName, OptionsOf } from "../learn/optionTypes.js";
import { learners } from "../learn/registry.js";
import { treeLearner } from "../learn/treeLearner.js";
import type { EnsembleModel } from "../model/ensemble.js";
import type { Model } from "../model/model.js";
import type { RuleModel } from "../model/ruleSet.js";
import type { TreeModel } from "../model/tree.js";
import type { Table } from "../table/table.js";
import { fitSync } from "./fitSync.js";
import { fit } from "./nodeFit.js";

const rows = [
  { sky: "sunny", wind: 3, play: "no" },
  { sky: "rainy", wind: 1, play: "yes" },
];
const mine = treeLearner({ name: "mine", summary: "", tasks: ["classification"], answers: {} });
declare const someName: string;

/** Never called: tsc reads it. */
export async function typed(table: Table) {
  // The model's type follows the learner.
  expectTypeOf(fit(table, { target: "y" })).resolves.toEqualTypeOf<TreeModel>();
  expectTypeOf(fit(table, { target: "y", learner: "forest" })).resolves.toEqualTypeOf<EnsembleModel>();
  expectTypeOf(fit(table, { target: "y", learner: "ripper" })).resolves.toEqualTypeOf<RuleModel>();
  expectTypeOf(fit(table, { target: "y", learner: someName })).resolves.toEqualTypeOf<Model>();
  expectTypeOf(fit(table, { target: "y", learner: mine })).resolves.toEqualTypeOf<TreeModel>();
  expectTypeOf(fit(table, { target: "y", learner: { module: "m.js" } })).resolves.toEqualTypeOf<Model>();
  expectTypeOf(fitSync(table, { target: "y", learner: "c45" })).toEqualTypeOf<TreeModel>();

  // Options are those of the learner.
  void fit(table, { target: "y", learner: "c45", options: { minLeaf: "5%", confidence: 0.1 } });
  void fit(table, { target: "y", learner: "bagging", options: { of: "c45", "of.minLeaf": 2 } });
  void fit(table, { target: "y", learner: someName, options: { anything: 1 } });
  // @ts-expect-error a misspelt option
  void fit(table, { target: "y", options: { maxDepht: 3 } });
  // @ts-expect-error a value that is not a choice
  void fit(table, { target: "y", learner: "c45", options: { criterion: "ginni" } });
  // @ts-expect-error a value of another type
  void fit(table, { target: "y", options: { maxDepth: "3" } });
  // @ts-expect-error an option of another learner
  void fit(table, { target: "y", learner: "ripper", options: { maxDepth: 3 } });
  // @ts-expect-error a misspelt option of a custom learner
  void fit(table, { target: "y", learner: mine, options: { maxDepht: 3 } });
  // @ts-expect-error a misspelt learner
  void fit(table, { target: "y", learner: "forrest" });
  // @ts-expect-error a misspelt member of the request
  void fit(table, { target: "y", onprogress: () => {} });
  // @ts-expect-error a misspelt option of fitSync
  fitSync(table, { target: "y", learner: "forest", options: { n_estimators: 10 } });
  // @ts-expect-error fitSync cannot be stopped
  fitSync(table, { target: "y", signal: AbortSignal.abort() });

  // The target is one of the keys, as far as the rows' type is known.
  void fit(rows, { target: "play" });
  void fit(rows as readonly Record<string, unknown>[], { target: "anything" });
  void fit({ x: [1, 2], y: ["a", "b"] }, { target: "y" });
  // @ts-expect-error no such key
  void fit(rows, { target: "plays" });
  // @ts-expect-error no such column
  void fit({ x: [1, 2], y: ["a", "b"] }, { target: "z" });
}

it("knows the options of every registered learner by name", () => {
  const named = {
    ...{ cart: 0, c45: 0, id3: 0, oneR: 0, optimalTree: 0, modelTree: 0, logisticLeaves: 0 },
    ...{ ruleFit: 0, treeFeatures: 0, softTree: 0 },
    ...{ linearTree: 0, ldaTree: 0, cartLC: 0, oc1: 0, quadraticTree: 0, sphereTree: 0 },
    ...{ perceptronTree: 0, omnivariate: 0, incremental: 0 },
    ...{ hoeffding: 0, hoeffdingAnytime: 0, hoeffdingAdaptive: 0 },
    ...{ forest: 0, extraTrees: 0, bagging: 0, adaBoost: 0, gradientBoost: 0, knn: 0, adaptiveForest: 0 },
    ...{ ripper: 0, irep: 0, prism: 0, c45rules: 0, regressionRules: 0 },
  } satisfies Record<LearnerName, 0>;
  expectTypeOf<keyof typeof named>().toEqualTypeOf<LearnerName>();
  expectTypeOf<OptionsOf<"linearTree">["penalty"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<OptionsOf<"cart">["maxDepth"]>().toEqualTypeOf<number | undefined>();
  const advice = "list the learner in learn/optionTypes.ts, and here";
  expect(Object.keys(named), advice).toEqual(learners.map(({ name }) => name));
});
