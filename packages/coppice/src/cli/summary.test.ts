import { expect, it } from "vitest";
import type { Score } from "../use/evaluate/score.js";
import { costOf, figuresOf } from "./summary.js";

it("the expected cost of a row goes by the learner's loss, or by that of an ensemble's members", () => {
  // 8 a and 2 b; of the a one is said to be b, of the b one to be a.
  const [confusion, loss] = ["[[7,1],[1,1]]", "[[0,1],[20,0]]"].map((text) => JSON.parse(text));
  const figures = { accuracy: 0.8, logLoss: 0.5, brier: 0.3 };
  const score = { kind: "classification", classes: ["a", "b"], confusion, ...figures } as unknown as Score;
  expect(costOf(score, { loss })).toBe(2.1); // (1·1 + 1·20) / 10
  expect(costOf(score, { of: "cart", settings: { loss } })).toBe(2.1);
  expect(costOf(score, { loss: { a: { a: 0, b: 1 }, b: { a: 20, b: 0 } } })).toBe(2.1);
  expect(figuresOf(score, { settings: { loss } })).toMatchObject({ expectedCost: 2.1 });
  // None where there is no loss, or a word for what boosting makes small.
  for (const options of [{}, { settings: {} }, { loss: "logistic" }])
    expect(costOf(score, options)).toBeUndefined();
});
