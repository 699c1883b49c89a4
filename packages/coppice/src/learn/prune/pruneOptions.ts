import { CoppiceError } from "../../base/errors.js";
import * as z from "../../base/schema.js";
import type { Task } from "../../model/tree.js";

export const PRUNE_CHOICES = [
  "none",
  "costComplexity",
  "reducedError",
  "errorBased",
  "mergeLeaves",
  "mdl",
  "chiSquared",
] as const;

export type PruneChoice = (typeof PRUNE_CHOICES)[number];

/** The sub-options of `prune`, in `fit` and in `coppice prune` alike. */
export const pruneFields = {
  alpha: z
    .number()
    .min(0)
    .optional()
    .describe(
      "complexity parameter: the cost of a leaf, as a share of the root's error; smaller values are not considered",
    ),
  chooseBy: z
    .enum(["auto", "crossValidation", "holdOut", "alpha"])
    .describe(
      "how the size of the tree is chosen; auto is alpha if that is given, otherwise crossValidation",
    ),
  pruneRule: z
    .enum(["min", "1se"])
    .describe(
      "the tree with the lowest error on held-out rows, or the smallest within one standard error of it",
    ),
  pruneFolds: z.int().min(2).describe("number of cross-validation folds, at most one per row"),
  measure: z
    .enum(["error", "impurity"])
    .describe("what a leaf costs: its errors (rpart) or its impurity (scikit-learn)"),
  table: z
    .enum(["breiman", "rpart"])
    .describe(
      "the sequence of trees: Breiman's nested one, or that of rpart's recursion, which differs slightly",
    ),
  pruneShare: z.number().gt(0).lt(1).describe("share of validation rows to prune by"),
  confidence: z
    .number()
    .gt(0)
    .max(0.5)
    .describe("confidence level of the pessimistic error estimate; lower values prune more"),
  errorBound: z
    .enum(["weka", "book", "binomial"])
    .describe(
      "upper bound on the error: Weka's formula, C4.5's table of z values, or the binomial distribution",
    ),
  raising: z
    .boolean()
    .describe("subtree raising: replace a subtree by its largest branch, not only by a leaf"),
  maxIncrease: z
    .number()
    .min(0)
    .optional()
    .describe(
      "merge leaves while that raises the impurity by at most this share of the root's (default: 0.01, without mergeTo)",
    ),
  mergeTo: z.int().min(1).optional().describe("merge leaves until at most this many are left"),
  pruneSignificance: z
    .number()
    .gt(0)
    .max(1)
    .describe("remove splits that are not significant at this level, from the leaves up"),
} as const;

export type PruneOptions = { [K in keyof typeof pruneFields]: z.output<(typeof pruneFields)[K]> };

export const pruneDefaults = {
  chooseBy: "auto",
  pruneRule: "min",
  pruneFolds: 10,
  measure: "error",
  table: "breiman",
  pruneShare: 0.3,
  confidence: 0.25,
  errorBound: "weka",
  raising: true,
  pruneSignificance: 0.05,
} as const satisfies Partial<PruneOptions>;

export type ChooseBy = Exclude<PruneOptions["chooseBy"], "auto">;

export function chooseByOf({ chooseBy, alpha }: Pick<PruneOptions, "chooseBy" | "alpha">): ChooseBy {
  if (chooseBy === "auto") return alpha === undefined ? "crossValidation" : "alpha";
  return chooseBy;
}

/** Options that conflict. */
export function checkPruning(prune: PruneChoice, options: PruneOptions, task: Task): void {
  const fail = (name: string, message: string) => {
    throw new CoppiceError("OPTION_CONFLICT", message, { name });
  };
  if (prune === "costComplexity" && options.chooseBy === "alpha" && options.alpha === undefined) {
    fail("alpha", "chooseBy=alpha needs alpha");
  }
  if (task === "regression" && (prune === "errorBased" || prune === "mdl" || prune === "chiSquared")) {
    fail(
      "prune",
      `prune=${prune} counts classes, and the target is numeric; use costComplexity, reducedError or mergeLeaves`,
    );
  }
}

/** The share of rows to set aside for pruning under these options, if any. */
export function pruneShareOf(prune: PruneChoice, options: PruneOptions): number | undefined {
  const held = prune === "reducedError" || (prune === "costComplexity" && chooseByOf(options) === "holdOut");
  return held ? options.pruneShare : undefined;
}
