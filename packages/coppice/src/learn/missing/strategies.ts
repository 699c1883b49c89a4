import type { Task } from "../../model/tree.js";

/** What growth does with rows whose value is missing; docs/missing.md explains each strategy. */
export const MISSING_CHOICES = [
  "share",
  "fraction",
  "majority",
  "surrogate",
  "drop",
  "likely",
  "likelyInClass",
  "level",
  "indicator",
  "predict",
] as const;

export type MissingStrategy = (typeof MISSING_CHOICES)[number];

/** What prediction does with them, where it is not what training did. */
export const PREDICTION_CHOICES = [
  "asTrained",
  "share",
  "majority",
  "surrogate",
  "likely",
  "eachValue",
] as const;

export type PredictionStrategy = (typeof PREDICTION_CHOICES)[number];

export interface MissingChoices {
  readonly missing: MissingStrategy;
  readonly missingAtPrediction: PredictionStrategy;
}

/** The strategies that can be compared on a table: those that need classes only where there are classes. */
export function missingStrategies(task: Task = "classification"): MissingStrategy[] {
  return MISSING_CHOICES.filter((name) => task === "classification" || name !== "likelyInClass");
}
