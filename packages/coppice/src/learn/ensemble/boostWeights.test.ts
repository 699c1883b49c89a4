import { expect, it } from "vitest";
import { accuracyOn, once } from "../../../test/kit/index.js";
import { monks1, twonorm } from "../../synthetic/index.js";
import { fitTable } from "../fit.js";
import { c5Reweighting, samme } from "./boostWeights.js";

const [ones, oneWrong] = [Float64Array.of(1, 1, 1, 1), Int32Array.of(0, 0, 0, 1)];

it("a round of boosting by SAMME gives the wrong rows half of the weight, for two classes", () => {
  // e = 1/4: the factor is 3, and the vote ln 3.
  const step = samme(ones, oneWrong, 2);
  expect([...step.weights]).toEqual([1, 1, 1, 3]);
  expect(step.vote).toBeCloseTo(Math.log(3), 12);
  // Three classes: (1 - e) / e · 2 = 6.
  expect([...samme(ones, oneWrong, 3).weights]).toEqual([1, 1, 1, 6]);
});

it("a round of boosting ends where nothing is wrong, or half is", () => {
  const even = Float64Array.of(1, 1);
  expect(samme(even, Int32Array.of(0, 0), 2)).toMatchObject({ isLast: true, isUseless: false });
  expect(samme(even, Int32Array.of(0, 1), 2)).toMatchObject({ isLast: true, isUseless: true });
  expect(c5Reweighting(even, Int32Array.of(0, 1), 2)).toMatchObject({ isLast: true, isUseless: true });
});

it("a round of boosting as C5.0 does it moves a quarter of the difference to the wrong rows", () => {
  // 3 right, 1 wrong: (3 - 1) / 4 = 0.5 goes over.
  const step = c5Reweighting(ones, oneWrong, 2);
  expect(step.weights[3]).toBe(1.5);
  expect(step.weights[0]).toBeCloseTo(2.5 / 3, 12);
});

const train = twonorm({ rows: 200, seed: 1 });
const test = twonorm({ rows: 500, seed: 2 });
const accuracy = (learner: string, options: Record<string, unknown> = {}) =>
  accuracyOn(fitTable(train, { target: "class", learner, options }), test);
const ofOne = once(() => accuracy("c45"));

it.each([
  ["bagging", { trees: 15, of: "c45", "of.prune": "none" }],
  ["adaBoost", { trees: 15 }],
  ["adaBoost", { trees: 15, variant: "c5" }],
  ["adaBoost", { trees: 30, of: "cart", "of.maxDepth": 1, "of.prune": "none" }],
])("trees together judge unseen rows better than one: %s %o", (learner, options) => {
  expect(accuracy(learner, options)).toBeGreaterThan(ofOne() + 0.03);
});

it("trees together know the options of their members, and refuse others", () => {
  const table = monks1({ rows: 50, seed: 1 });
  const learn = (options: Record<string, unknown>) =>
    fitTable(table, { target: "class", learner: "bagging", options });
  expect(learn({ trees: 2, "of.maxDepth": 1 }).options.settings).toEqual({ maxDepth: 1 });
  expect(() => learn({ "of.maxDeep": 1 })).toThrow('cart has no option "maxDeep"; did you mean "max');
  expect(() => learn({ of: "forest" })).toThrow("of must be one of cart, c45, id3, oneR");
});
