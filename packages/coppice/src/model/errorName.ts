import type { ModelHead } from "./head.js";

const NAMES = { absolute: "MAE", worst: "max error" } as const;

/** What the error of a leaf or a rule is in a regression model: mean squared, mean absolute, or the greatest. */
export function errorName({ leafError }: Pick<ModelHead, "leafError">): string {
  return leafError === undefined ? "MSE" : NAMES[leafError];
}
