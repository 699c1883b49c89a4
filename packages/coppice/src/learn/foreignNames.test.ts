import { expect, it } from "vitest";
import { tennis } from "../synthetic/index.js";
import { fitTable } from "./fit.js";
import { FOREIGN_NAMES } from "./foreignNames.js";
import { describeOptions } from "./options.js";
import { learnerNamed, learners } from "./registry.js";

const options = learners.flatMap((learner) => describeOptions(learner));
const names = new Set(options.map(({ name }) => name));

it("names of other programs lead to options, values and learners that there are", () => {
  for (const [foreign, ours] of Object.entries(FOREIGN_NAMES.OPTIONS))
    for (const name of ours) expect(names, foreign).toContain(name);
  for (const [option, values] of Object.entries(FOREIGN_NAMES.VALUES)) {
    const found = options.filter(({ name }) => name === option);
    const choices = found.flatMap((one) => one.choices ?? []);
    const rules = found.map(({ rule }) => rule).join(" ");
    for (const value of Object.values(values))
      expect(choices.includes(value) || rules.includes(value), `${option}=${value}`).toBe(true);
  }
  for (const name of Object.values(FOREIGN_NAMES.LEARNERS)) expect(learnerNamed(name).name).toBe(name);
});

it.each([
  ["forest", { n_estimators: 5 }, 'forest has no option "n_estimators"; here it is called "trees"'],
  ["gradientBoost", { n_estimators: 5 }, 'here it is called "rounds"'],
  ["gradientBoost", { trees: 5 }, 'gradientBoost has no option "trees"; here it is called "rounds"'],
  ["forest", { rounds: 5 }, 'here it is called "trees"'],
  ["gradientBoost", { nrounds: 5 }, 'here it is called "rounds"'],
  ["gradientBoost", { learning_rate: 0.1 }, 'here it is called "learningRate"'],
  ["gradientBoost", { reg_lambda: 1 }, 'here it is called "lambda"'],
  ["gradientBoost", { subsample: 0.5 }, 'here it is called "rowShare"'],
  ["gradientBoost", { colsample_bytree: 0.5 }, 'here it is called "attributeShare"'],
  ["cart", { min_samples_leaf: 5 }, 'here it is called "minLeaf"'],
  ["cart", { minbucket: 5 }, 'here it is called "minLeaf"'],
  ["oneR", { minbucket: 5 }, 'here it is called "minBucket"'],
  ["cart", { min_samples_split: 5 }, 'here it is called "minSplit"'],
  ["cart", { max_depth: 5 }, 'here it is called "maxDepth"'],
  ["cart", { max_leaf_nodes: 5 }, 'here it is called "maxLeaves"'],
  ["forest", { max_features: 5 }, 'here it is called "attributesPerNode"'],
  ["forest", { mtry: 5 }, 'here it is called "attributesPerNode"'],
  ["cart", { cp: 0.1 }, 'here it is called "alpha"'],
  ["cart", { ccp_alpha: 0.1 }, 'here it is called "alpha"'],
  ["cart", { class_weight: {} }, 'here it is called "priors"'],
  ["c45", { confidenceFactor: 0.1 }, 'here it is called "confidence"'],
  ["cart", { random_state: 1 }, "seed is not an option: give it beside the options, or with --seed"],
  ["oneR", { n_estimators: 5 }, 'oneR has no option "n_estimators"'],
  ["cart", { criterion: "mse" }, 'got "mse"; here it is called "squaredError"'],
  ["gradientBoost", { loss: "reg:squarederror" }, 'here it is called "squared"'],
  // Nothing is suggested that the learner does not have.
  ["oneR", { eta: 1 }, /^oneR has no option "eta"$/],
])("names of other programs: %s %o: %s", (learner, given, message) => {
  expect(() => fitTable(tennis(), { target: "Play", learner, options: given })).toThrow(message);
});

it.each([
  ["RandomForestClassifier", "forest"],
  ["J48", "c45"],
  ["rpart", "cart"],
  ["DecisionTreeClassifier", "cart"],
  ["xgboost", "gradientBoost"],
  ["C5.0", "c45"],
  ["JRip", "ripper"],
])("names of other programs: %s is called %s", (foreign, ours) => {
  expect(() => learnerNamed(foreign)).toThrow(`here it is called "${ours}"`);
});
