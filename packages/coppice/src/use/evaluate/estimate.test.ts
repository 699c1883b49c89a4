import { describe, expect, it } from "vitest";
import { trueClasses, trueValues } from "../../../test/kit/judged.js";
import { outOfBagAnswers } from "../../learn/ensemble/outOfBagAnswers.js";
import { fitTable as fit } from "../../learn/fit.js";
import { truthOf } from "../../predict/truth.js";
import { tableFrom } from "../../source/tableFrom.js";
import { led } from "../../synthetic/index.js";
import { columnOf } from "../../table/table.js";
import { trialOf } from "../../targets/trial.js";
import { assessFolds } from "./assessFolds.js";
import { baselineOf } from "./baseline.js";
import {
  estimateOf,
  methodText,
  outOfBagEstimate,
  trainingRows,
  validationEstimate,
  withAnswers,
} from "./estimate.js";
import { rmseInterval } from "./intervals.js";
import type { ClassScore } from "./score.js";

it("the baseline is the majority class, by weight where there are weights", () => {
  const truth = trueClasses([0, 0, 1], ["a", "b"]);
  expect(baselineOf(truth)).toEqual({ kind: "classification", class: "a", accuracy: 2 / 3 });
  const weighed = { kind: "classification", class: "b", accuracy: 0.75 }; // 6 of 8
  expect(baselineOf(truth, Float64Array.of(1, 1, 6))).toEqual(weighed);
});

it("the baseline is the mean of a numeric target", () => {
  const truth = trueValues(1, 3);
  expect(baselineOf(truth)).toEqual({ kind: "regression", mean: 2, rmse: 1 });
  // mean (1 + 3 * 3) / 4 = 2.5; squared error (2.25 + 3 * 0.25) / 4 = 0.75
  const weighed = { kind: "regression", mean: 2.5, rmse: Math.sqrt(0.75) };
  expect(baselineOf(truth, Float64Array.of(1, 3))).toEqual(weighed);
});

it("the interval of a root mean squared error", () => {
  // Squares 1, 1, 9, 9: mean 5, variance 64 / 3; half = 1.95996 * sqrt(64 / 3 / 4) = 4.5263
  const { low, high } = rmseInterval(Float64Array.of(1, -1, 3, -3))!;
  expect(low).toBeCloseTo(Math.sqrt(5 - 4.5263), 4);
  expect(high).toBeCloseTo(Math.sqrt(5 + 4.5263), 4);
  // A row of weight 2 is a row twice.
  const twice = rmseInterval(Float64Array.of(1, 1, 3, 3));
  expect(rmseInterval(Float64Array.of(1, 3), Float64Array.of(2, 2))).toEqual(twice);
  expect(rmseInterval(Float64Array.of(1))).toBeUndefined();
});

describe("an estimate", () => {
  const table = led({ rows: 200, seed: 3 });
  const target = "class";
  const column = columnOf(table, target);
  const truth = truthOf({ ...column, levels: column.type === "numeric" ? [] : column.levels }, table);

  it("of folds has the interval, the baseline and the confusion matrix", () => {
    const folds = Int32Array.from({ length: 200 }, (_, row) => row % 5);
    const assessment = assessFolds(trialOf({ target, learner: "cart" }), { table, truth, folds });
    const estimate = estimateOf(assessment, { kind: "folds", folds: 5 });
    expect(estimate.rows).toBe(200);
    expect(estimate.interval!.low).toBeLessThan(estimate.figures.accuracy!);
    expect(estimate.baseline).toEqual(baselineOf(truth));
    expect(estimate.score).toBe(assessment.score);
    expect(methodText(estimate)).toBe("5-fold cross-validation");
  });

  it("of a forest is out-of-bag", () => {
    const model = fit(table, { target, learner: "forest", options: { trees: 30 } });
    const estimate = outOfBagEstimate(model, trainingRows({ truth }))!;
    const curve = model.report!.curves![0];
    expect(estimate.figures.accuracy).toBe(1 - curve.values.at(-1)!);
    expect(methodText(estimate)).toBe("out-of-bag");
    const none = fit(table, { target, learner: "forest", options: { trees: 3, oob: false } });
    expect(outOfBagEstimate(none, trainingRows({ truth }))).toBeUndefined();
  });

  it.each(["forest", "bagging"] as const)(
    "of a %s has each row's prediction, as its error has",
    (learner) => {
      const request = { target, learner, options: { trees: 30 }, seed: 5 };
      const model = fit(table, request);
      const estimate = outOfBagEstimate(model, trainingRows({ truth }))!;
      const answers = outOfBagAnswers(model, table, request)!;
      const full = withAnswers(estimate, { truth }, answers);
      expect(full.figures.accuracy).toBeCloseTo(estimate.figures.accuracy!, 12);
      const { confusion } = full.score as ClassScore;
      expect(confusion.flat().reduce((sum, count) => sum + count, 0)).toBe(answers.rows.length);
      // Predictions from another seed give another error than the model's, and are not used.
      const other = outOfBagAnswers(model, table, { ...request, seed: 6 })!;
      expect(withAnswers(estimate, { truth }, other)).toBe(estimate);
    },
  );

  it("of a forest of numbers has an interval if each row's prediction is known", () => {
    const rows = Array.from({ length: 80 }, (_, i) => i);
    const numbers = tableFrom({ x: rows, y: rows.map((x) => (x % 9) + x / 10) });
    const request = { target: "y", learner: "forest", options: { trees: 20 } } as const;
    const model = fit(numbers, request);
    const known = { truth: truthOf({ name: "y", type: "numeric" }, numbers) };
    const estimate = outOfBagEstimate(model, trainingRows(known))!;
    expect(estimate.interval).toBeUndefined();
    const full = withAnswers(estimate, known, outOfBagAnswers(model, numbers, request)!);
    expect(full.figures.rmse).toBeCloseTo(estimate.figures.rmse!, 12);
    expect(full.interval!.low).toBeLessThan(full.figures.rmse!);
  });

  it("of boosting is the least loss on its validation rows, since it goes back to that round", () => {
    const options = { validation: 0.3, patience: 3, learningRate: 1, rounds: 60 };
    const model = fit(table, { target, learner: "gradientBoost", options });
    const values = model.report!.curves![0].values as number[];
    expect(values.at(-1)).toBeGreaterThan(Math.min(...values)); // it went on for a while
    const { figures } = validationEstimate(model, trainingRows({ truth }))!;
    expect(figures).toEqual({ loss: Math.min(...values) });
  });
});
