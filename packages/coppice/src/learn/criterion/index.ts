import { absoluteError } from "./absoluteError.js";
import type { Criterion } from "./criterion.js";
import { deviance } from "./deviance.js";
import { entropy } from "./entropy.js";
import { gini } from "./gini.js";
import { misclassification } from "./misclassification.js";
import { squaredError } from "./squaredError.js";
import { twoing } from "./twoing.js";
import { variance } from "./variance.js";

export const criteria = {
  entropy,
  gini,
  variance,
  misclassification,
  deviance,
  twoing,
  squaredError,
  absoluteError,
} as const satisfies Record<string, Criterion>;

export type CriterionName = keyof typeof criteria;
