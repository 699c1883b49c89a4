import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../../test/kit/forAll.js";
import { trueClasses, trueValues, valued } from "../../../test/kit/judged.js";
import type { Prediction } from "../../predict/predictTable.js";
import type { Truth } from "../../predict/truth.js";
import { baselineOf } from "./baseline.js";
import { scoreOf } from "./score.js";
import { ScoreSums } from "./scoreSums.js";

const number = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
const row = fc.record({
  y: number,
  value: number,
  code: fc.nat(2),
  label: fc.nat(2),
  shares: fc.tuple(...[0, 1, 2].map(() => fc.double({ noNaN: true, min: 0.01, max: 1 }))),
  weight: fc.double({ noNaN: true, min: 0.001, max: 1000 }),
});
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;

interface Judged {
  readonly truth: Truth;
  readonly prediction: Prediction;
  readonly weights: Float64Array;
}

function classesOf(rows: readonly Row[]): Judged {
  const probabilities = rows.flatMap(({ shares }) => {
    const total = shares.reduce((sum, share) => sum + share, 0);
    return shares.map((share) => share / total);
  });
  const classes = ["a", "b", "c"];
  const codes = rows.map(({ code }) => code);
  const labels = Int32Array.from(rows, ({ label }) => label);
  const shown = { probabilities: Float64Array.from(probabilities), classes, warnings: [] };
  return {
    truth: trueClasses(codes, classes),
    prediction: { kind: "classification", labels, ...shown },
    weights: Float64Array.from(rows, ({ weight }) => weight),
  };
}

const valuesOf = (rows: readonly Row[]): Judged => ({
  truth: trueValues(...rows.map(({ y }) => y)),
  prediction: valued(...rows.map(({ value }) => value)),
  weights: Float64Array.from(rows, ({ weight }) => weight),
});

/** Without those that are made of sums of weights in a matrix: they are exact for weights on a grid only. */
function figuresOf(score: ReturnType<typeof scoreOf>) {
  return score.kind === "regression"
    ? score
    : { accuracy: score.accuracy, logLoss: score.logLoss, brier: score.brier };
}

it.each([
  ["classes", classesOf],
  ["numbers", valuesOf],
])("figures of %s depend neither on the order of rows nor on the parts in which they come", (_, judged) => {
  forAll(
    200,
    [fc.array(row, { minLength: 2, maxLength: 40 }), fc.nat(), fc.boolean()],
    (rows, cut, heavy) => {
      const weightsOf = ({ weights }: Judged) => (heavy ? weights : undefined);
      const whole = judged(rows);
      const expected = scoreOf(whole.truth, whole.prediction, weightsOf(whole));
      const shuffled = rows.toReversed();
      const at = 1 + (cut % (rows.length - 1));
      const sums = new ScoreSums();
      for (const part of [shuffled.slice(0, at), shuffled.slice(at)].map(judged))
        sums.add(part.truth, part.prediction, weightsOf(part));
      expect(figuresOf(sums.score)).toEqual(figuresOf(expected));
      expect(sums.rows).toBe(rows.length);
      if (judged === valuesOf) expect(sums.baseline).toEqual(baselineOf(whole.truth, weightsOf(whole)));
    },
  );
});

it("figures of numbers far from 0 keep their digits", () => {
  const base = 1e9;
  const truth = trueValues(base, base + 1, base + 2);
  expect(scoreOf(truth, valued(base, base + 1, base + 1))).toMatchObject({ r2: 0.5, mae: 1 / 3 });
  expect(baselineOf(truth)).toEqual({ kind: "regression", mean: base + 1, rmse: Math.sqrt(2 / 3) });
});
