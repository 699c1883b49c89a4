import { CoppiceError } from "../../../base/errors.js";
import { boostKernel } from "../../../kernels/generated/boost.js";
import type {
  EnsembleContext,
  EnsembleDataContext,
  EnsembleDataWork,
  EnsembleLearner,
  EnsembleWork,
} from "../../learner.js";
import { preparing } from "../../missing/preparing.js";
import { atCosts } from "../atCosts.js";
import { boost, boostRows } from "./boost.js";
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
  boosts: true,
  learnData: (options, context) => boostData(options as unknown as BoostOptions, context),
  learn: (options, context) => boostAtCosts(options as unknown as BoostOptions, context),
} satisfies EnsembleLearner;

function* boostAtCosts(options: BoostOptions, context: EnsembleContext): EnsembleWork {
  const { priors, loss } = options;
  const given = { priors, loss: typeof loss === "object" ? loss : undefined };
  const { context: weighed, costs } = atCosts(given, context);
  const learned = yield* boost(options, weighed);
  return costs ? { ...learned, costs } : learned;
}

function* boostData(options: BoostOptions, { data, ...given }: EnsembleDataContext): EnsembleDataWork {
  const { task, local } = data;
  if (local) return yield* boostAtCosts(options, { problem: local.problem, ...given }) as EnsembleDataWork;
  if (options.priors !== undefined || typeof options.loss === "object") {
    const name = options.priors === undefined ? "loss" : "priors";
    throw notBoosted(`${name} of gradientBoost`, name);
  }
  const rows = data.boost?.();
  if (rows === undefined) throw notBoosted("gradientBoost", "gradientBoost");
  try {
    return yield* boostRows(options, { task, rows, ...given });
  } finally {
    void rows.close?.();
  }
}

function notBoosted(what: string, name: string): CoppiceError {
  const message = `${what} needs an engine that has all rows in the memory of this process`;
  return new CoppiceError("ENGINE_ROWS", message, { name });
}
