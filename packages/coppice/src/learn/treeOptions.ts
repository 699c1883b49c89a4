import { z } from "zod";
import { declared } from "./applies.js";
import { criterionOption } from "./criterion/criterionOption.js";
import { MISSING_CHOICES, PREDICTION_CHOICES } from "./missing/strategies.js";
import { PRUNE_CHOICES, pruneDefaults, pruneFields } from "./prune/pruneOptions.js";
import { treeApplies } from "./treeApplies.js";

/**
 * The answers to the six questions (D 8.3) as options. One schema gives validation, the command's `--set`, its help
 * and, later, forms. A preset is this schema with other defaults.
 */

/** A number of rows (by weight), or a share of the training weight such as "5%". */
export const rowCount = z
  .union([z.number().min(0), z.string().regex(/^\d+(\.\d+)?%$/)])
  .meta({ rule: "a number of rows of at least 0, or a share such as 5%" });

const numbersByName = z.record(z.string(), z.number().min(0));

export const priorsOption = z
  .union([z.enum(["data", "equal"]), numbersByName, z.array(z.number().min(0))])
  .meta({ rule: 'data, equal, or a number for every class such as {"no":0.9,"yes":0.1}', kind: "priors" });

export const lossOption = z
  .union([z.array(z.array(z.number().min(0))), z.record(z.string(), numbersByName)])
  .meta({
    rule: "a matrix of losses, true classes down and predictions across, such as [[0,1],[5,0]]",
    kind: "matrix",
  });

const attributeCosts = numbersByName.meta({
  rule: 'costs by attribute such as {"scan":40,"age":1}',
  kind: "costs",
});

const fields = {
  // How many branches?
  nominal: z
    .enum(["perLevel", "subset", "oneHot", "random"])
    .describe(
      "tests on nominal attributes: a branch per level, two sets of levels, one level against the rest, or two sets drawn by chance (extra-trees)",
    ),
  numeric: z
    .enum(["threshold", "bins", "random"])
    .describe(
      "tests on numeric attributes: two branches at a threshold, a branch per bin, or two branches at a threshold drawn by chance (extra-trees)",
    ),
  bins: z.int().min(2).max(1000).describe("bins per numeric attribute, for numeric=bins"),
  binning: z.enum(["equalFrequency", "equalWidth"]).describe("how bins are cut, for numeric=bins"),
  maxExhaustive: z
    .int()
    .min(2)
    .max(16)
    .describe("levels up to which nominal=subset tries every division when no exact shortcut exists"),
  // Which test?
  criterion: criterionOption.describe(
    "what a test must gain; auto is gini for classes and squaredError for numbers; gainRatio is entropy, scaled; from the library, an object of your own",
  ),
  scaled: z
    .boolean()
    .describe("divide the gain by the split's own entropy (the gain ratio, whatever the criterion)"),
  averageGain: z
    .boolean()
    .describe("with a scaled gain: consider only tests that gain at least the average (C4.5)"),
  mdlCorrection: z
    .boolean()
    .describe(
      "charge a threshold's gain in bits with log2(thresholds tried) / rows (C4.5 release 8); for entropy and gainRatio",
    ),
  levelCorrection: z
    .boolean()
    .optional()
    .describe(
      "charge a test on a nominal attribute of m levels with what levels beyond two gain by chance: impurity × (m - 2) / (rows - 1) (Dobra and Gehrke 2001)",
    ),
  threshold: z
    .enum(["midpoint", "weighted", "value"])
    .describe(
      "where a threshold stands between two values: midway, by the rows on each side, or on a data value (C4.5)",
    ),
  candidates: z
    .enum(["all", "boundaries"])
    .describe("thresholds tried: between all neighbouring values, or only where the class changes"),
  minGap: z
    .number()
    .min(0)
    .describe(
      "numeric values closer than this are not told apart (C4.5: 1e-5), nor closer than a thousandth of the range if that is less",
    ),
  tolerance: z
    .number()
    .min(0)
    .max(0.1)
    .describe(
      "gains that differ by less than this share of the node's impurity are equal; the earlier attribute wins",
    ),
  attributesPerNode: z
    .union([z.int().min(1), z.enum(["all", "sqrt", "log2", "third"])])
    .meta({ rule: "all, sqrt, log2, third, or an integer of at least 1" })
    .describe(
      "attributes examined at a node, drawn by chance from those that vary there: a number, or the square root, log2 or third of all (random forests)",
    ),
  randomTests: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe(
      "tests drawn by chance at a node, the best of which is taken, whatever nominal and numeric say (randomised node optimisation): fewer make trees differ more",
    ),
  combinations: z
    .int()
    .min(1)
    .max(4)
    .describe(
      "conditions on nominal attributes that one test may join, such as size = medium AND color != yellow (polythetic trees); 1 joins none",
    ),
  priors: priorsOption.describe("how common the classes really are: as in the data, equal, or given"),
  loss: lossOption
    .optional()
    .describe("what it costs to say one class where another is true; labels are then those of least risk"),
  attributeCosts: attributeCosts
    .optional()
    .describe("what attributes cost to measure, 1 where not said; a test's gain is weighed against it"),
  costForm: z
    .enum(["tan", "nunez", "eg2", "norton"])
    .describe("how: gain²/cost, (2^gain-1)/(cost+1)^costWeight (Núñez, EG2), or gain/cost"),
  costWeight: z.number().min(0).max(1).describe("how much costs matter, for costForm nunez and eg2"),
  // When to stop?
  minSplit: rowCount.describe("rows a node needs to be split"),
  minLeaf: rowCount.describe("rows each side of a test needs (two of the branches, for tests with more)"),
  adaptiveMinLeaf: z
    .boolean()
    .describe("thresholds need a tenth of the average class on each side, between minLeaf and 25 (C4.5)"),
  maxDepth: z.int().min(1).optional().describe("tests on the longest path"),
  maxLeaves: z.int().min(1).optional().describe("leaves of the whole tree; the best tests come first"),
  minGain: z.number().min(0).describe("a test must gain more than this"),
  zeroGain: z.boolean().describe("split impure nodes even when no test gains anything (parity needs it)"),
  minImpurity: z.number().min(0).describe("nodes with no more impurity than this are leaves"),
  purity: z.number().gt(0).max(1).describe("nodes whose commonest class has at least this share are leaves"),
  acceptableError: z
    .number()
    .min(0)
    .describe(
      "nodes whose error (share wrong, or mean squared or absolute error) is at most this are leaves",
    ),
  significance: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe("a test must be significant by chi-squared at this level, such as 0.05"),
  sizePenalty: z
    .number()
    .min(0)
    .optional()
    .describe("a test must lower impurity × rows by more than this per node it adds (description length)"),
  validation: z
    .number()
    .gt(0)
    .lt(1)
    .optional()
    .describe("share of rows held back; growth stops at the layer with the least error on them"),
  // How to prune?
  prune: z.enum(PRUNE_CHOICES).describe("how the grown tree is pruned"),
  ...pruneFields,
  collapse: z
    .boolean()
    .describe("replace subtrees that make no fewer errors on the training rows than a leaf (C4.5)"),
  // Which label?
  leaf: z
    .enum(["auto", "mean", "median"])
    .describe(
      "what a leaf predicts for a numeric target; auto is the median for absoluteError, the midrange for worstError, else the mean",
    ),
  // What about missing data?
  missing: z
    .enum(MISSING_CHOICES)
    .describe(
      "training rows with a missing cell: shared among the branches (fraction counts their parts when tests are compared, too), or to the heaviest, or where surrogate tests send them; or dropped, filled (likely, likelyInClass, predict), a level of its own, or an added attribute (indicator)",
    ),
  missingAtPrediction: z
    .enum(PREDICTION_CHOICES)
    .describe(
      "rows to predict with a missing cell: as in training, or one of the others; eachValue tries every value",
    ),
  surrogates: z.int().min(0).max(1000).describe("surrogate tests kept at a node, for missing=surrogate"),
  association: z
    .enum(["adjusted", "adjustedKnown", "rpart", "counted"])
    .describe(
      "surrogates must agree with the test better than the heaviest branch does (adjusted; adjustedKnown leaves out rows without the surrogate's cell; rpart keeps no set of levels that disagrees on fewer than 2 rows), or at all (counted)",
    ),
  directions: z
    .enum(["both", "one"])
    .describe("a surrogate's low values may stand for any branch, or for the lower one only"),
  competitors: z
    .int()
    .min(0)
    .max(1000)
    .describe("tests on other attributes kept at a node to be seen, best first"),
  // In what order?
  order: z
    .enum(["auto", "depth", "level", "best"])
    .describe("the order of growth; it changes the tree only with maxLeaves"),
} as const;

type Fields = typeof fields;
export type TreeOptions = { [K in keyof Fields]: z.output<Fields[K]> };

export const treeDefaults = {
  nominal: "subset",
  numeric: "threshold",
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
  attributesPerNode: "all",
  combinations: 1,
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

/** The tree options with a preset's defaults. */
export function treeOptions(preset: Partial<TreeOptions>): z.ZodObject {
  const defaults: Partial<TreeOptions> = { ...treeDefaults, ...preset };
  const shape = Object.entries(fields).map(([name, field]) => {
    const value = defaults[name as keyof TreeOptions];
    const described = field as z.ZodType;
    return [
      name,
      value === undefined ? described : described.default(value).describe(described.description ?? ""),
    ];
  });
  return z.strictObject(declared(Object.fromEntries(shape) as Record<string, z.ZodType>, treeApplies));
}
