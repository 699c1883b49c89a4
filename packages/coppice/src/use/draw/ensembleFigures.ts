import type { EnsembleModel, Importance, LearningCurve } from "../../model/ensemble.js";
import { word } from "../../model/words.js";

/** What a curve measures, in words: `out-of-bag error`. */
export function curveName({ on, measure }: Pick<LearningCurve, "on" | "measure">): string {
  const rows = { oob: "out-of-bag", validation: "validation", train: "training" }[on];
  const what = { error: "error", squaredError: "squared error", loss: "loss" }[measure];
  return `${rows} ${what}`;
}

/** The last finite value of a curve. */
export function lastOf({ values }: LearningCurve): number | undefined {
  for (let i = values.length - 1; i >= 0; i--) if (values[i] !== null) return values[i]!;
  return undefined;
}

/**
 * The figure of the finished model: the last value of the curve or, on validation rows, its minimum, since boosting
 * keeps the rounds up to there.
 */
export function finalOf(curve: LearningCurve): number | undefined {
  if (curve.on !== "validation") return lastOf(curve);
  const known = curve.values.filter((value) => value !== null);
  return known.length === 0 ? undefined : known.reduce((least, value) => Math.min(least, value), Infinity);
}

/** At most `most` points of a curve: evenly spaced ones and the last. */
export function pointsOf({ values }: LearningCurve, most = 200): (readonly [number, number])[] {
  const step = Math.max(1, values.length / most);
  const places = new Set<number>();
  for (let at = 0; at < values.length; at += step) places.add(Math.floor(at));
  places.add(values.length - 1);
  return [...places].flatMap((i) => (values[i] === null ? [] : [[i + 1, values[i]!] as const]));
}

export interface Ranked {
  readonly attribute: number;
  readonly name: string;
  readonly value: number;
  readonly spread?: number;
}

/** Attributes by importance, most important first. */
export function rankedBy({ values, spread }: Importance, { attributes }: EnsembleModel): Ranked[] {
  return values
    .map((value, attribute) => ({
      attribute,
      name: word(attributes[attribute].name),
      value,
      ...(spread && { spread: spread[attribute] }),
    }))
    .sort((a, b) => b.value - a.value || a.attribute - b.attribute);
}

export const IMPORTANCE_WORDS: Readonly<Record<Importance["kind"], string>> = {
  impurity: "mean decrease in impurity, normalised to sum to 1",
  corrected: "decrease in impurity beyond that of a shuffled copy of the attribute",
  permutation: "increase of the out-of-bag error when the attribute is shuffled",
  gain: "gain of its splits, normalised to sum to 1",
};
