import type { EnsembleModel, LearningCurve } from "../model/ensemble.js";
import { lastOf, pointsOf, rankedBy } from "../use/draw/ensembleFigures.js";

/** Points of a curve and attributes by importance: an answer must stay small, whatever the model. */
const MOST_POINTS = 500;
const MOST_ATTRIBUTES = 5000;

/** What a JSON answer says of an ensemble: its error out of the bag, how it came about, and what attributes matter. */
export function ensembleFigures(model: EnsembleModel): object {
  const { curves = [], importance } = model.report ?? {};
  const oob = curves.find(({ on }) => on === "oob");
  const ranked = importance ? rankedBy(importance, model) : [];
  return {
    ...(oob && { oob: { measure: oob.measure, error: lastOf(oob) ?? null } }),
    ...(curves.length > 0 && { curves: curves.map(curveJson) }),
    ...(importance && {
      importance: {
        kind: importance.kind,
        attributes: ranked.slice(0, MOST_ATTRIBUTES).map(({ attribute, value, spread }) => ({
          name: model.attributes[attribute].name,
          value,
          ...(spread !== undefined && { spread }),
        })),
        ...(ranked.length > MOST_ATTRIBUTES && { leftOut: ranked.length - MOST_ATTRIBUTES }),
      },
    }),
  };
}

function curveJson(curve: LearningCurve): object {
  return { on: curve.on, measure: curve.measure, points: pointsOf(curve, MOST_POINTS) };
}
