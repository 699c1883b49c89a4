import * as z from "../../base/schema.js";
import type { Problem } from "../../engine/problem.js";
import { inContentOrder } from "../../engine/rowOrder.js";
import { declared } from "../applies.js";
import type { EnsembleLearner, RowTreeContext, RowTreeLearner, RowTreeWork } from "../learner.js";
import { preparing } from "../missing/preparing.js";
import { stringsOption } from "../strings/stringOptions.js";
import { learnCommittee } from "./committee.js";
import { type Growth, growModels } from "./grownModels.js";
import { type Boundaries, modelNodes } from "./modelNodes.js";
import { neighboursOf } from "./neighboursOf.js";
import { chooseSettings, type SettingChoices } from "./settings.js";

type Options = Readonly<Record<string, unknown>>;

const PRUNED = { option: "prune", in: ["expectedError"] } as const;

const fields = declared(
  {
    members: z
      .int()
      .min(1)
      .max(10_000)
      .default(1)
      .describe("number of trees: several are a committee, each from a bootstrap sample, and are averaged"),
    neighbours: z
      .int()
      .min(0)
      .max(1000)
      .default(0)
      .describe("number of nearest training rows whose residuals correct a prediction; 0: no correction"),
    leaf: z
      .enum(["linear", "mean"])
      .default("linear")
      .describe("what a leaf predicts: a linear formula, or the mean of its rows"),
    minLeaf: z.int().min(1).default(4).describe("minimum weight of the rows of a leaf"),
    maxDepth: z.int().min(1).optional().describe("maximum depth of the tree"),
    splitOn: z
      .enum(["auto", "target", "residuals"])
      .default("auto")
      .describe("what splits explain: the target, or the residuals of one linear model of all rows"),
    smoothing: z
      .union([z.literal("auto"), z.number().min(0)])
      .meta({ rule: "auto or a non-negative number", kind: "number" })
      .default("auto")
      .describe(
        "number of rows that the formula or mean of an ancestor counts for when that of a leaf is smoothed towards it; 0: no smoothing",
      ),
    boundaries: z
      .enum(["sharp", "gradual"])
      .default("sharp")
      .describe(
        "whether predictions may jump at a threshold, or pass gradually from one branch to the other (soft gates)",
      ),
    prune: z
      .enum(["expectedError", "none"])
      .default("expectedError")
      .describe(
        "pruning method: a subtree is replaced by the formula of its root if that has no greater expected error",
      ),
    penalty: z
      .union([z.literal("auto"), z.number().min(0)])
      .meta({ rule: "auto or a non-negative number", kind: "number" })
      .default("auto")
      .describe(
        "what each coefficient adds to the expected error: of n rows and v coefficients, (n + penalty v) / (n - v) times the training error",
      ),
    folds: z
      .int()
      .min(2)
      .max(1000)
      .default(5)
      .describe(
        "number of folds of the cross-validation that settles options left at auto: the usual ones (target, 15, 1), unless others are significantly better",
      ),
    missing: z
      .enum(["majority", "drop", "likely", "level", "indicator", "predict"])
      .default("majority")
      .describe(
        "missing values in training: sent down the largest branch, and replaced by the mean in formulas (majority); or the row is dropped, the value is imputed (likely, predict), becomes a level of its own, or adds an indicator attribute",
      ),
    strings: stringsOption,
  },
  {
    penalty: PRUNED,
    folds: {
      anyOf: [
        {
          allOf: [
            { option: "neighbours", notIn: [0] },
            { option: "members", in: [1] },
          ],
        },
        { option: "splitOn", in: ["auto"] },
        { option: "smoothing", in: ["auto"] },
        { allOf: [PRUNED, { option: "penalty", in: ["auto"] }] },
      ],
    },
  },
);

interface ModelTreeOptions extends Growth, SettingChoices {
  readonly prune: "expectedError" | "none";
  readonly folds: number;
  readonly boundaries: Boundaries;
  readonly members: number;
  readonly neighbours: number;
}

/** Quinlan 1992 (M5); Wang and Witten 1997; A 9.16. */
export const modelTree = {
  kind: "tree",
  name: "modelTree",
  summary: "M5-like model tree: a regression tree with a linear formula in each leaf, pruned and smoothed",
  tasks: ["regression"],
  options: z.strictObject(fields),
  guarantees: { monotone: false, rowOrder: true, weights: false },
  missing: preparing,
  ensemble: ({ members = 1, neighbours = 0 }) => (members === 1 && neighbours === 0 ? undefined : committee),
  learnRows: (options, context) => learnModels(options as unknown as ModelTreeOptions, context),
} satisfies RowTreeLearner;

function* learnModels(options: ModelTreeOptions, { problem: given, seed }: RowTreeContext): RowTreeWork {
  // Sums of squares and products depend on the order of the rows in their last digits; the file's order must not matter.
  const problem = inContentOrder(given);
  const settings = yield* chooseSettings(problem, openChoices(options), options, seed);
  const grown = growModels(problem, settings.splitOn, options, seed);
  return { nodes: modelNodes(grown, settings, options.boundaries) };
}

const committee: EnsembleLearner = {
  kind: "ensemble",
  name: modelTree.name,
  summary: modelTree.summary,
  tasks: modelTree.tasks,
  options: modelTree.options,
  guarantees: modelTree.guarantees,
  learn: (given, context) => {
    const options = given as unknown as ModelTreeOptions;
    const { members, neighbours: count, folds } = options;
    return learnCommittee(
      {
        ...{ learner: modelTree, members, folds },
        settle: (problem, seed) => settled(options, problem, seed),
        ...(count > 0 && { correction: (problem, heard) => neighboursOf(problem, heard, count) }),
      },
      context,
    );
  },
};

/** The options of each member. Members of several are not smoothed, and pruned as usual: averaging does the rest. */
function* settled(options: ModelTreeOptions, problem: Problem, seed: number): Generator<number, Options> {
  const open = openChoices(options);
  const choices =
    options.members === 1
      ? open
      : {
          splitOn: open.splitOn,
          smoothing: open.smoothing === "auto" ? 0 : open.smoothing,
          penalty: open.penalty === "auto" ? 1 : open.penalty,
        };
  const { splitOn, smoothing, penalty } = yield* chooseSettings(problem, choices, options, seed);
  return {
    ...{ ...options, members: 1, neighbours: 0, splitOn, smoothing },
    ...(penalty !== undefined && { penalty }),
  };
}

/** What has no effect is not tried. */
function openChoices({ splitOn, smoothing, penalty, prune, leaf }: ModelTreeOptions): SettingChoices {
  return {
    splitOn: splitOn === "auto" && leaf === "mean" ? "target" : splitOn,
    smoothing,
    penalty: prune === "none" ? undefined : penalty,
  };
}
