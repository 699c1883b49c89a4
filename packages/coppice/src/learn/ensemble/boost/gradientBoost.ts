import type { EnsembleLearner } from "../../learner.js";
import { boost } from "./boost.js";
import { type BoostOptions, boostOptions } from "./options.js";

/** Friedman 2001; trees from bins as in Ke and others 2017. */
export const gradientBoost = {
  kind: "ensemble",
  name: "gradientBoost",
  summary:
    "gradient boosting: small trees one after the other, each on what those before it left; most accurate on tables",
  tasks: ["classification", "regression"],
  options: boostOptions,
  // Thresholds lie between bins; gradients are rounded by chance that hangs on a row's place.
  guarantees: { monotone: false, rowOrder: false, weights: false },
  learn: (options, context) => boost(options as unknown as BoostOptions, context),
} satisfies EnsembleLearner;
