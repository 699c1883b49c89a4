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
      "costComplexity: what a leaf costs, as a share of the root's error (rpart's cp); trees below it are not considered",
    ),
  chooseBy: z
    .enum(["auto", "crossValidation", "holdOut", "alpha"])
    .describe(
      "costComplexity: how the size is chosen; auto is alpha where that is given, else crossValidation",
    ),
  pruneRule: z
    .enum(["min", "1se"])
    .describe(
      "costComplexity: the size of least error on held-out rows, or the smallest within a standard error of it",
    ),
  pruneFolds: z
    .int()
    .min(2)
    .describe("costComplexity: folds of the cross-validation, at most one for each row"),
  measure: z
    .enum(["error", "impurity"])
    .describe("costComplexity: leaves cost their errors (rpart) or their impurity (scikit-learn)"),
  table: z
    .enum(["breiman", "rpart"])
    .describe(
      "costComplexity: Breiman's nested sequence, or that of rpart's recursion, which differs a little",
    ),
  pruneShare: z
    .number()
    .gt(0)
    .lt(1)
    .describe("reducedError, chooseBy=holdOut: share of the rows kept from growth to prune by"),
  confidence: z
    .number()
    .gt(0)
    .max(0.5)
    .describe("errorBased: how likely the errors are to be above what is reckoned with; less prunes more"),
  errorBound: z
    .enum(["weka", "book", "binomial"])
    .describe(
      "errorBased: the limit of errors by Weka's formula, by C4.5's own table of z, or by the binomial",
    ),
  raising: z
    .boolean()
    .describe("errorBased: a subtree may be replaced by its heaviest branch, not only by a leaf"),
  maxIncrease: z
    .number()
    .min(0)
    .optional()
    .describe(
      "mergeLeaves: leaves are merged while that raises impurity by at most this share of the root's (0.01 unless mergeTo is given)",
    ),
  mergeTo: z
    .int()
    .min(1)
    .optional()
    .describe("mergeLeaves: leaves are merged until no more than this many are left"),
  pruneSignificance: z
    .number()
    .gt(0)
    .max(1)
    .describe("chiSquared: tests that are not significant at this level go, from the leaves up"),
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

/** Answers that cannot go together. */
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

/** The share of rows to keep from growth for these options, if any. */
export function pruneShareOf(prune: PruneChoice, options: PruneOptions): number | undefined {
  const held = prune === "reducedError" || (prune === "costComplexity" && chooseByOf(options) === "holdOut");
  return held ? options.pruneShare : undefined;
}
