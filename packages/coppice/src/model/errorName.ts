import type { ModelHead } from "./head.js";

/** What a leaf predicts if that is left to the criterion. */
const AUTO: ReadonlyMap<unknown, string> = new Map([
  ["auto", "mean"],
  ["squaredError", "mean"],
  ["absoluteError", "median"],
  ["worstError", "midrange"],
]);

const NAMES: ReadonlyMap<unknown, string> = new Map([
  ["mean", "MSE"],
  ["linear", "MSE"],
  ["median", "MAE"],
  ["midrange", "max error"],
]);

/**
 * What the error of a leaf or a rule is in a regression model: the mean squared error, the mean absolute error or the
 * greatest error. Just "error" if the options do not tell, as with a criterion of the user's own.
 */
export function errorName({ options }: Pick<ModelHead, "options">): string {
  // Of a tree: `leaf`; of a rule set: `then`.
  const { leaf = options.then, criterion } = options;
  return NAMES.get(leaf === "auto" ? AUTO.get(criterion) : leaf) ?? "error";
}
