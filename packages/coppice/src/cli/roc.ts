import { CoppiceError } from "../base/errors.js";
import type { RocSeries } from "../use/draw/rocPlot.js";
import { rankFigures, rankFor, rocCurve } from "../use/evaluate/ranking.js";
import type { Evaluation } from "./evaluation.js";

/** More curves than this cannot be told apart. */
const MOST_CURVES = 6;

/**
 * A curve per class against the rest, the commonest classes first. Two classes have one: that of the rarer, since the
 * other's is its mirror image.
 */
export function rocOf({ assessment: { pooled } }: Evaluation): RocSeries[] {
  const { truth, prediction, weights } = pooled;
  if (truth.kind !== "classification" || prediction.kind !== "classification") {
    throw new CoppiceError("OPTION_CONFLICT", "--roc needs a target of classes, not of numbers", {
      name: "--roc",
    });
  }
  const ranked = truth.classes.map((name, code) => ({
    name,
    rank: rankFor(code, truth, prediction, weights),
  }));
  const drawable = ranked.filter(({ rank }) => rank.positives > 0 && rank.negatives > 0);
  drawable.sort((a, b) => b.rank.positives - a.rank.positives);
  const shown = drawable.length === 2 ? drawable.slice(1) : drawable.slice(0, MOST_CURVES);
  return shown.map(({ name, rank }) => ({ name, auc: rankFigures(rank).auc, curve: rocCurve(rank) }));
}
