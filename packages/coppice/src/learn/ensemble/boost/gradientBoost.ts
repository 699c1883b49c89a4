import { boostKernel } from "../../../kernels/generated/boost.js";
import { weighByPriors } from "../../cost/problemCosts.js";
import type { EnsembleContext, EnsembleLearner, EnsembleWork } from "../../learner.js";
import { preparing } from "../../missing/preparing.js";
import { boost } from "./boost.js";
import { type BoostOptions, boostOptions } from "./options.js";

/** Friedman 2001; trees from bins as in Ke and others 2017. */
export const gradientBoost = {
  kind: "ensemble",
  name: "gradientBoost",
  summary:
    "gradient boosting: small trees, each fitted to the negative gradient of the loss of the previous ones; usually the most accurate",
  tasks: ["classification", "regression"],
  options: boostOptions,
  // Thresholds lie between bins; gradients are rounded randomly, depending on the row's position.
  guarantees: { monotone: false, rowOrder: false, weights: false },
  missing: preparing,
  continues: "rounds",
  kernels: () => [boostKernel],
  learn: (options, context) => boostAtCosts(options as unknown as BoostOptions, context),
} satisfies EnsembleLearner;

function* boostAtCosts(options: BoostOptions, context: EnsembleContext): EnsembleWork {
  const { priors, loss } = options;
  const given = { priors, loss: typeof loss === "object" ? loss : undefined };
  const { problem, costs } = weighByPriors(given, context.problem);
  const learned = yield* boost(options, { ...context, problem });
  return costs ? { ...learned, costs } : learned;
}
