import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { trueClasses } from "../../../test/kit/judged.js";
import { macroOf, rankFigures, rankFor, rocCurve } from "./ranking.js";

const ranked = (codes: readonly number[], scores: readonly number[], weights?: readonly number[]) =>
  rankFor(
    1,
    trueClasses(codes, ["no", "yes"]),
    { probabilities: Float64Array.from(scores.flatMap((p) => [1 - p, p])) },
    weights,
  );

/** Every pair (a row of the class, another) by hand. */
function byPairs(codes: readonly number[], scores: readonly number[]): number {
  let right = 0;
  let pairs = 0;
  codes.forEach((code, i) => {
    codes.forEach((other, j) => {
      if (code !== 1 || other !== 0) return;
      pairs++;
      right += scores[i] > scores[j] ? 1 : scores[i] === scores[j] ? 0.5 : 0;
    });
  });
  return right / pairs;
}

// yes: 0.9, 0.6, 0.4; no: 0.6, 0.2. Of 6 pairs: 0.9 beats both, 0.6 ties and beats, 0.4 loses and beats.
const codes = [1, 1, 1, 0, 0];
const scores = [0.9, 0.6, 0.4, 0.6, 0.2];

describe("the area under the ROC curve", () => {
  it("counts a tie as half a pair", () => {
    expect(rankFigures(ranked(codes, scores)).auc).toBeCloseTo((2 + 1.5 + 1) / 6, 15);
  });

  const row = fc.record({ code: fc.nat(1), score: fc.integer({ min: 0, max: 6 }).map((x) => x / 6) });
  const table = fc.array(row, { minLength: 2, maxLength: 60 });
  itHolds("is the share of pairs ranked correctly, for any scores", 100, [table], (rows) => {
    const y = rows.map(({ code }) => code);
    const p = rows.map(({ score }) => score);
    fc.pre(y.includes(0) && y.includes(1));
    expect(rankFigures(ranked(y, p)).auc).toBeCloseTo(byPairs(y, p), 12);
    // The area below the curve's own points, by trapezoids, is the same.
    const curve = rocCurve(ranked(y, p));
    const area = curve.slice(1).reduce((sum, point, i) => {
      const width = point.falsePositives - curve[i].falsePositives;
      return sum + (width * (point.truePositives + curve[i].truePositives)) / 2;
    }, 0);
    expect(area).toBeCloseTo(byPairs(y, p), 12);
    expect(curve.at(-1)).toMatchObject({ falsePositives: 1, truePositives: 1 });
  });

  it("treats a weight of n like n copies of the row", () => {
    const twice = rankFigures(ranked([...codes, 1], [...scores, 0.4]));
    const weighed = rankFigures(ranked(codes, scores, [1, 1, 2, 1, 1]));
    expect(weighed.auc).toBeCloseTo(twice.auc, 14);
    expect(weighed.aucError).toBeCloseTo(twice.aucError, 14);
    expect(weighed.averagePrecision).toBeCloseTo(twice.averagePrecision, 14);
  });

  it("has DeLong's standard error", () => {
    // Placements of yes: 1, 3/4, 1/2 around 3/4: S = (1/16 + 1/16) / 2 = 1/16. Of no: 1.5/3, 1 around 3/4: S = 1/8.
    expect(rankFigures(ranked(codes, scores)).aucError).toBeCloseTo(Math.sqrt(1 / 16 / 3 + 1 / 8 / 2), 14);
    expect(rankFigures(ranked([1, 0, 0], [0.9, 0.1, 0.2])).aucError).toBeNaN();
  });

  it("is undefined without both sides, and is not counted in the mean", () => {
    const none = rankFigures(ranked([0, 0], [0.1, 0.2]));
    expect(none.auc).toBeNaN();
    expect(none.averagePrecision).toBeNaN();
    expect(macroOf([none, rankFigures(ranked(codes, scores))], "auc")).toBeCloseTo(0.75, 14);
  });

  it("gives a class that the model does not know the probability 0", () => {
    const truth = trueClasses([0, 2]);
    const rank = rankFor(2, truth, { probabilities: Float64Array.of(1, 0, 0.5, 0.5) });
    expect(rank.ties).toEqual([{ score: 0, positive: 1, negative: 1 }]);
  });
});

it("average precision is the precision at each new recall", () => {
  // 0.9: 1 of 1; 0.6: 2 of 3; 0.4: 3 of 4; each is a third of the recall.
  expect(rankFigures(ranked(codes, scores)).averagePrecision).toBeCloseTo((1 + 2 / 3 + 3 / 4) / 3, 14);
});

it("the ROC curve has a point per distinct score", () => {
  expect(rocCurve(ranked(codes, scores))).toEqual([
    { falsePositives: 0, truePositives: 0, precision: 1, threshold: Number.POSITIVE_INFINITY },
    { falsePositives: 0, truePositives: 1 / 3, precision: 1, threshold: 0.9 },
    { falsePositives: 0.5, truePositives: 2 / 3, precision: 2 / 3, threshold: 0.6 },
    { falsePositives: 0.5, truePositives: 1, precision: 3 / 4, threshold: 0.4 },
    { falsePositives: 1, truePositives: 1, precision: 3 / 5, threshold: 0.2 },
  ]);
});
