import { absoluteError } from "./absoluteError.js";
import type { Criterion } from "./criterion.js";
import { deviance } from "./deviance.js";
import { entropy } from "./entropy.js";
import { gainRatio } from "./gainRatio.js";
import { gini } from "./gini.js";
import { misclassification } from "./misclassification.js";
import { risk, weightedGini } from "./risk.js";
import { squaredError } from "./squaredError.js";
import { twoing } from "./twoing.js";
import { variance } from "./variance.js";
import { worstError } from "./worstError.js";

/** The criteria by name; those that know losses are without any here, see `withLoss`. */
export const criteria = {
  entropy,
  gainRatio,
  gini,
  variance,
  misclassification,
  deviance,
  twoing,
  risk: risk(undefined),
  weightedGini: weightedGini(undefined),
  squaredError,
  absoluteError,
  worstError,
} as const satisfies Record<string, Criterion>;

export type CriterionName = keyof typeof criteria;

export const CRITERION_NAMES = Object.keys(criteria) as readonly CriterionName[];
