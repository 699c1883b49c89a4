import * as z from "../../base/schema.js";

/** The options of formulas that are fitted under a penalty; learners differ in the share of the lasso. */
export function penaltyFields(lasso: number) {
  return {
    lasso: z
      .number()
      .min(0)
      .max(1)
      .default(lasso)
      .describe(
        "share of the L1 penalty, which leaves out terms; the rest is an L2 penalty, which shrinks them",
      ),
    penalty: z
      .union([z.literal("auto"), z.number().gt(0)])
      .meta({ rule: "auto or a positive number", kind: "number" })
      .default("auto")
      .describe("strength of the penalty on the coefficients; auto: by cross-validation"),
    folds: z
      .int()
      .min(2)
      .max(1000)
      .default(5)
      .describe("number of folds of the cross-validation; each has trees of its own"),
    prune: z.enum(["none"]).default("none").describe("pruning method: none; the penalty leaves out terms"),
    standardErrors: z
      .number()
      .min(0)
      .default(0)
      .describe(
        "the strongest penalty is chosen whose cross-validated deviance is within so many standard errors of the least: 1 gives a shorter list",
      ),
  };
}
