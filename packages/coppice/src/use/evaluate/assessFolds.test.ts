import { expect, it } from "vitest";
import { valued } from "../../../test/kit/judged.js";
import { refusal } from "../../../test/kit/refusal.js";
import type { Prediction } from "../../predict/predictTable.js";
import { truthOf } from "../../predict/truth.js";
import type { NominalColumn, NumericColumn } from "../../table/column.js";
import { columnOf, makeTable } from "../../table/table.js";
import { knownTarget } from "../../table/training/knownTarget.js";
import { nominal, numeric } from "../../testing/index.js";
import { assessFolds, holdOut, type Trial } from "./assessFolds.js";
import type { ClassScore, ValueScore } from "./score.js";

const LEVELS = ["a", "b", "c"];
const classTable = (...codes: number[]) => makeTable([nominal("y", LEVELS, codes)]);
const valueTable = (...values: number[]) => makeTable([numeric("y", values)]);
const classTarget = { name: "y", type: "nominal", levels: LEVELS } as const;
const valueTarget = { name: "y", type: "numeric" } as const;

/** Predicts the majority class of the training rows; each reading of the clock advances it by a second. */
function majority(): Trial<number[]> & { fitted: number[] } {
  let now = 0;
  const fitted: number[] = [];
  return {
    fitted,
    fit(train) {
      const column = columnOf(train, "y") as NominalColumn;
      expect(column.levels).toEqual(LEVELS);
      fitted.push(train.rows);
      return LEVELS.map((_, k) => column.codes.filter((code) => code === k).length / train.rows);
    },
    predict(shares, test): Prediction {
      const best = shares.indexOf(Math.max(...shares));
      return {
        kind: "classification",
        labels: new Int32Array(test.rows).fill(best),
        probabilities: Float64Array.from({ length: test.rows * 3 }, (_, i) => shares[i % 3]),
        warnings: [{ code: "UNSEEN_LEVELS", column: "x", message: "the same in every fold" }],
      };
    },
    sizeOf: (shares) => ({ nodes: shares.indexOf(Math.max(...shares)) + 1, leaves: 1, depth: 0 }),
    clock: () => now++,
  };
}

const meanModel: Trial<number> = {
  fit: (train) => {
    const { values } = columnOf(train, "y") as NumericColumn;
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  },
  predict: (mean, { rows }) => valued(...new Array<number>(rows).fill(mean)),
  sizeOf: () => ({ rules: 1 }),
  clock: () => 0,
};

it("cross-validation pools all rows; each is predicted by the model not trained on it", () => {
  const table = classTable(0, 0, 1, 1, 1);
  const trial = majority();
  const progress: number[] = [];
  const result = assessFolds(trial, {
    table,
    truth: truthOf(classTarget, table),
    folds: Int32Array.of(0, 0, 0, 1, 1),
    onProgress: (share) => progress.push(share),
  });
  // Fold 0 (a a b) is predicted from (b b): b, 1 of 3 right. Fold 1 (b b) from (a a b): a, 0 of 2 right.
  const score = result.score as ClassScore;
  expect(score.accuracy).toBe(0.2); // 1 of 5, not the mean of 1/3 and 0
  expect(result.perFold.map((fold) => (fold.score as ClassScore).accuracy)).toEqual([1 / 3, 0]);
  expect(result.perFold.map((fold) => fold.rows)).toEqual([3, 2]);
  expect(score.confusion.join(" ")).toBe("0,2,0 2,1,0 0,0,0");
  expect(result.size).toEqual({ nodes: 1.5, leaves: 1, depth: 0 }); // (2 + 1) / 2
  expect(result.seconds).toEqual({ fit: 2, predict: 2 }); // two folds, a second each
  expect(trial.fitted).toEqual([2, 3]);
  expect(progress.at(-1)).toBe(1);
  expect(result.warnings).toHaveLength(1);
  expect([...(result.prediction as { labels: Int32Array }).labels]).toEqual([1, 1, 1, 0, 0]);
});

it("cross-validation weighs rows", () => {
  const table = classTable(0, 0, 1, 1, 1);
  const folds = Int32Array.of(0, 0, 0, 1, 1);
  const weights = Float64Array.of(1, 1, 6, 1, 1);
  const result = assessFolds(majority(), { table, truth: truthOf(classTarget, table), folds, weights });
  expect((result.score as ClassScore).accuracy).toBe(0.6); // only row 2 is right: 6 / 10
  expect((result.perFold[0].score as ClassScore).accuracy).toBe(0.75); // 6 / 8
});

it("cross-validation scores regression", () => {
  const table = valueTable(0, 2, 4, 6);
  const folds = Int32Array.of(0, 1, 0, 1);
  const result = assessFolds(meanModel, { table, truth: truthOf(valueTarget, table), folds });
  // Fold 0 (0, 4) gets the mean of (2, 6) = 4; fold 1 (2, 6) gets 2: errors 4, 0, 0, 4.
  const score = result.score as ValueScore;
  expect(score.mae).toBe(2);
  expect(score.rmse).toBeCloseTo(Math.sqrt(8), 14); // √(32/4)
  expect(score.r2).toBeCloseTo(1 - 32 / 20, 14); // spread around 3: 9 + 1 + 1 + 9
  expect(result.size).toEqual({ rules: 1 });
});

it("holding out counts a class that training never had as a mistake", () => {
  const test = makeTable([nominal("y", ["zebra", "b"], [0, 1])]);
  const truth = truthOf(classTarget, test);
  const result = holdOut(majority(), classTable(1, 1, 1, 0), { table: test, truth });
  const score = result.score as ClassScore;
  expect(score.classes).toEqual(["a", "b", "c", "zebra"]);
  expect(score.accuracy).toBe(0.5);
  expect(score.confusion[3]).toEqual([0, 1, 0, 0]);
  // zebra: -ln 1e-15 = 34.5388; b: -ln 3/4
  expect(score.logLoss).toBeCloseTo((34.538776394910684 + Math.log(4 / 3)) / 2, 9);
  // zebra: (1/4)² + (3/4)² + 1 = 1.625; b: (1/4)² + (1/4)² = 0.125
  expect(score.brier).toBeCloseTo(0.875, 14);
});

it("holding out rejects a target of another type", () => {
  const refused = (...given: Parameters<typeof truthOf>) => refusal(() => truthOf(...given));
  const must = 'the target "y" must hold';
  expect(refused(classTarget, valueTable(1))).toContain(`${must} classes, as in training; it is numeric`);
  expect(refused(valueTarget, classTable(1))).toContain(`${must} numbers, as in training; it is nominal`);
});

it("rows without a target are left out, with their number", () => {
  const known = knownTarget(classTable(0, -1, 2, -1), "y");
  expect([...known.rows]).toEqual([0, 2]);
  expect(known.table.rows).toBe(2);
  expect(known.warnings[0].message).toBe('the target "y" is missing in 2 rows: excluded');
  expect(knownTarget(valueTable(1, Number.NaN), "y").warnings[0].message).toContain("is missing in 1 row");
});

it("rows without a target leave the table alone when there are none, and fail when there is nothing else", () => {
  const table = classTable(0, 1);
  expect(knownTarget(table, "y").table).toBe(table);
  expect(() => knownTarget(classTable(-1, -1), "y")).toThrow('the target "y" has no value in any row');
  expect(() => knownTarget(table, "z")).toThrow('no column "z"');
});
