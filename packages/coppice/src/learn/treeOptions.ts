import * as z from "../base/schema.js";
import { declared } from "./applies.js";
import { codingOption } from "./coding/codingOption.js";
import { criterionOption } from "./criterion/criterionOption.js";
import { MISSING_CHOICES, PREDICTION_CHOICES } from "./missing/strategies.js";
import { PRUNE_CHOICES, pruneDefaults, pruneFields } from "./prune/pruneOptions.js";
import { stringsOption } from "./strings/stringOptions.js";
import { treeApplies } from "./treeApplies.js";

/**
 * The answers to the six questions (D 8.3) as options. One schema gives validation, the command's `--set`, its help
 * and, later, forms. A preset is this schema with other defaults.
 */

/** A number of rows (by weight), or a share of the training weight such as "5%". */
export const rowCount = z
  .union([z.number().min(0), z.string().regex(/^\d+(\.\d+)?%$/)])
  .meta({ rule: "a non-negative number of rows, or a share such as 5%" });

const numbersByName = z.record(z.string(), z.number().min(0));

export const priorsOption = z
  .union([z.enum(["data", "equal"]), numbersByName, z.array(z.number().min(0))])
  .meta({ rule: 'data, equal, or a number per class, such as {"no":0.9,"yes":0.1}', kind: "priors" });

export const lossOption = z
  .union([z.array(z.array(z.number().min(0))), z.record(z.string(), numbersByName)])
  .meta({
    rule: "a loss matrix, true classes in rows and predictions in columns, such as [[0,1],[5,0]]",
    kind: "matrix",
  });

export const attributeCostsOption = z.record(z.string(), z.number().gt(0)).meta({
  rule: 'positive costs per attribute, such as {"scan":40,"age":1}',
  kind: "costs",
});

const fields = {
  // How many branches?
  nominal: z
    .enum(["perLevel", "subset", "oneHot", "random"])
    .describe(
      "splits on nominal attributes: a branch per level, two sets of levels, one level against the rest, or two random sets (extra-trees)",
    ),
  numeric: z
    .enum(["threshold", "bins", "random"])
    .describe(
      "splits on numeric attributes: a threshold, a branch per bin, or a random threshold (extra-trees)",
    ),
  ternary: z
    .boolean()
    .describe(
      "tests on numeric attributes may have two thresholds and three branches, searched together, where that gains more per threshold",
    ),
  bins: z.int().min(2).max(1000).describe("number of bins per numeric attribute"),
  binning: z.enum(["equalFrequency", "equalWidth"]).describe("how bin edges are placed"),
  coding: codingOption,
  maxExhaustive: z
    .int()
    .min(2)
    .max(16)
    .describe("number of levels up to which every subset split is tried if there is no exact shortcut"),
  // Which test?
  criterion: criterionOption.describe(
    "split criterion (impurity measure); auto is gini for classification and squaredError for regression; gainRatio is scaled entropy; in the library also an object of your own",
  ),
  scaled: z
    .boolean()
    .describe(
      "compare attributes by the gain of their best split over its own entropy (gain ratio, for any criterion)",
    ),
  averageGain: z.boolean().describe("consider only splits with at least average gain (C4.5)"),
  mdlCorrection: z
    .boolean()
    .describe("subtract log2(thresholds tried) / rows from the gain of a threshold (C4.5 release 8)"),
  levelCorrection: z
    .boolean()
    .optional()
    .describe(
      "subtract the gain that more than two levels have by chance: impurity × (m - 2) / (rows - 1) for m levels (Dobra and Gehrke 2001)",
    ),
  threshold: z
    .enum(["midpoint", "weighted", "value"])
    .describe(
      "where a threshold is placed between two values: midway, weighted by the rows on each side, or at a data value (C4.5)",
    ),
  candidates: z
    .enum(["all", "boundaries"])
    .describe("thresholds to try: between all neighbouring values, or only where the class changes"),
  minGap: z
    .number()
    .min(0)
    .describe(
      "numeric values closer than this are treated as equal (C4.5: 1e-5); capped at a thousandth of the range",
    ),
  tolerance: z
    .number()
    .min(0)
    .max(0.1)
    .describe(
      "gains that differ by less than this share of the node's impurity are a tie, which the earlier attribute wins",
    ),
  lookAhead: z
    .union([z.int().min(0).max(4), z.enum(["full"])])
    .meta({ rule: "0 to 4 levels, or full" })
    .describe(
      "levels below a split that are tried out before it is chosen, or full: whole subtrees, of which the purest and then the smallest wins; 0 takes the split with the greatest gain",
    ),
  lookAheadTests: z
    .int()
    .min(0)
    .max(1000)
    .describe(
      "thresholds to try out on each numeric attribute, besides the best one and those in the widest gaps",
    ),
  lookAheadBudget: z
    .int()
    .min(1)
    .describe(
      "splits to try out for one tree; when they are used up, the split with the greatest gain is taken",
    ),
  attributesPerNode: z
    .union([z.int().min(1), z.enum(["all", "sqrt", "log2", "third"])])
    .meta({ rule: "all, sqrt, log2, third, or an integer ≥ 1" })
    .describe(
      "random subset of attributes at each node, out of those that vary there: a number, or the square root, log2 or a third of all",
    ),
  randomTests: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe(
      "number of random tests at each node, of which the best is taken, whatever nominal and numeric are (randomised node optimisation); fewer make the trees more diverse",
    ),
  combinations: z
    .int()
    .min(1)
    .max(4)
    .describe(
      "maximum number of conditions on nominal attributes in one test, such as size = medium AND color != yellow (polythetic trees)",
    ),
  components: z
    .union([z.int().min(0).max(10_000), z.enum(["all"])])
    .meta({ rule: "a number of components, or all" })
    .describe(
      "number of principal components of the numeric attributes to add as attributes PC1, PC2, …: directions in which the standardised values vary most",
    ),
  strings: stringsOption,
  priors: priorsOption.describe("prior probabilities of the classes: as in the data, equal, or given"),
  loss: lossOption
    .optional()
    .describe(
      "cost of predicting one class when another is true; leaves then predict the class with the lowest expected loss",
    ),
  attributeCosts: attributeCostsOption
    .optional()
    .describe("cost of measuring each attribute (default: 1), traded off against the gain of a split"),
  costForm: z
    .enum(["tan", "nunez", "eg2", "norton"])
    .describe(
      "how gain and cost are combined: gain²/cost, (2^gain-1)/(cost+1)^costWeight (Núñez, EG2), or gain/cost",
    ),
  costWeight: z.number().min(0).max(1).describe("exponent of the cost: 0 ignores costs"),
  // When to stop?
  minSplit: rowCount.describe("minimum number of rows to split a node"),
  minLeaf: rowCount.describe(
    "minimum number of rows in a leaf (in at least two branches, if a split has more)",
  ),
  adaptiveMinLeaf: z
    .boolean()
    .describe(
      "require a tenth of the average class size on each side of a threshold, at least minLeaf and at most 25 (C4.5)",
    ),
  maxDepth: z.int().min(1).optional().describe("maximum depth"),
  maxLeaves: z.int().min(1).optional().describe("maximum number of leaves; the best splits are made first"),
  minGain: z.number().min(0).describe("a split must gain more than this"),
  zeroGain: z
    .boolean()
    .describe("split impure nodes even if no split gains anything (parity problems need this)"),
  minImpurity: z.number().min(0).describe("nodes with at most this impurity become leaves"),
  purity: z
    .number()
    .gt(0)
    .max(1)
    .describe("nodes in which the majority class has at least this share become leaves"),
  acceptableError: z
    .number()
    .min(0)
    .describe(
      "nodes with at most this error (error rate; mean squared, mean absolute or worst error) become leaves",
    ),
  significance: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe("a split must be significant at this level by a chi-squared test, such as 0.05"),
  sizePenalty: z
    .number()
    .min(0)
    .optional()
    .describe(
      "a split must lower impurity × rows by more than this per node it adds (minimum description length)",
    ),
  validation: z
    .number()
    .gt(0)
    .lt(1)
    .optional()
    .describe("share of validation rows; growth stops at the depth with the lowest error on them"),
  // How to prune?
  prune: z.enum(PRUNE_CHOICES).describe("pruning method"),
  ...pruneFields,
  collapse: z.boolean().describe("replace a subtree by a leaf if that makes no more training errors (C4.5)"),
  // Which label?
  leaf: z
    .enum(["auto", "mean", "median", "midrange"])
    .describe(
      "what a leaf predicts in regression; auto is the median for absoluteError, the midrange for worstError, otherwise the mean",
    ),
  // What about missing data?
  missing: z
    .enum(MISSING_CHOICES)
    .describe(
      "missing values in training: sent down every branch with fractional weights (share; fraction also counts the fractions when splits are compared), down the largest branch (majority), or by surrogate splits; or the row is dropped, the value is imputed (likely, likelyInClass, predict), becomes a level of its own, or adds an indicator attribute",
    ),
  missingAtPrediction: z
    .enum(PREDICTION_CHOICES)
    .describe(
      "missing values in prediction: as in training, or another way; eachValue tries every value and takes a vote",
    ),
  surrogates: z.int().min(0).max(1000).describe("maximum number of surrogate splits per node"),
  association: z
    .enum(["adjusted", "adjustedKnown", "rpart", "counted"])
    .describe(
      "how a surrogate qualifies: it agrees with the split better than the largest branch does (adjusted; adjustedKnown ignores rows without the surrogate's value; rpart keeps no set of levels that disagrees on fewer than 2 rows), or at all (counted)",
    ),
  directions: z
    .enum(["both", "one"])
    .describe("whether the low values of a surrogate may go to either branch, or only to the lower one"),
  competitors: z
    .int()
    .min(0)
    .max(1000)
    .describe("number of competing splits on other attributes to record per node, best first"),
  // In what order?
  order: z
    .enum(["auto", "depth", "level", "best"])
    .describe("order in which nodes are split; it matters only with maxLeaves"),
} as const;

type Fields = typeof fields;
export type TreeOptions = { [K in keyof Fields]: z.output<Fields[K]> };

/** The fields with a preset's defaults: all are optional. */
export type TreeShape = {
  readonly [K in keyof Fields]: z.Field<z.output<Fields[K]>, z.input<Fields[K]> | undefined>;
};

export const treeDefaults = {
  nominal: "subset",
  numeric: "threshold",
  ternary: false,
  bins: 5,
  binning: "equalFrequency",
  maxExhaustive: 10,
  criterion: "auto",
  scaled: false,
  averageGain: false,
  mdlCorrection: false,
  threshold: "midpoint",
  candidates: "all",
  minGap: 0,
  tolerance: 1e-10,
  lookAhead: 0,
  lookAheadTests: 8,
  lookAheadBudget: 20_000,
  attributesPerNode: "all",
  combinations: 1,
  components: 0,
  priors: "data",
  costForm: "tan",
  costWeight: 1,
  minSplit: 2,
  minLeaf: 1,
  adaptiveMinLeaf: false,
  minGain: 0,
  zeroGain: true,
  minImpurity: 0,
  purity: 1,
  acceptableError: 0,
  prune: "none",
  ...pruneDefaults,
  collapse: false,
  leaf: "auto",
  missing: "majority",
  missingAtPrediction: "asTrained",
  surrogates: 5,
  association: "adjusted",
  directions: "both",
  competitors: 0,
  order: "auto",
} as const satisfies Partial<TreeOptions>;

/** Look-ahead tries out tests on single attributes: learners that propose tests on several have none of its options. */
export type LookAhead = "lookAhead" | "lookAheadTests" | "lookAheadBudget";
export const NO_LOOK_AHEAD = { lookAhead: 0, lookAheadTests: 1, lookAheadBudget: 1 } as const satisfies Pick<
  TreeOptions,
  LookAhead
>;

/** Only some learners may take bins for numbers. */
export const NO_CODING = { coding: undefined };

/** The tree options with a preset's defaults, after its own. */
export function treeOptions(
  preset: Partial<TreeOptions>,
  own: z.Shape = {},
  without: object = {},
): z.ObjectField<TreeShape> {
  const defaults: Partial<TreeOptions> = { ...treeDefaults, ...preset };
  const offered = Object.entries(fields).filter(([name]) => !(name in without));
  const shape = offered.map(([name, field]) => {
    const value = defaults[name as keyof TreeOptions];
    const described = field as z.Field<unknown, unknown>;
    return [
      name,
      value === undefined ? described : described.default(value).describe(described.description ?? ""),
    ];
  });
  const all = declared(Object.fromEntries(shape) as unknown as TreeShape, treeApplies);
  return z.strictObject({ ...own, ...all });
}
