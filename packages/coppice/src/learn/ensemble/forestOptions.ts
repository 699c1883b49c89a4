import { CoppiceError } from "../../base/errors.js";
import * as z from "../../base/schema.js";
import type { LearningTask } from "../../engine/task.js";
import { type AppliesWhen, declared } from "../applies.js";
import { codingOption } from "../coding/codingOption.js";
import type { CostOptions } from "../cost/problemCosts.js";
import { criterionOption } from "../criterion/criterionOption.js";
import { attributesAtNode, checkDraws } from "../examine/examineBy.js";
import { stringsOption } from "../strings/stringOptions.js";
import {
  attributeCostsOption,
  lossOption,
  priorsOption,
  rowCount,
  type TreeOptions,
  treeDefaults,
} from "../treeOptions.js";

const attributesPerNode = z
  .union([z.number().gt(0), z.enum(["auto", "all", "sqrt", "log2", "third"])])
  .meta({ rule: "auto, all, sqrt, log2, third, a whole number of attributes, or a share below 1" });

/** There are rows that a tree does not see. */
export const LEAVES_OUT: AppliesWhen = {
  anyOf: [
    { option: "bootstrap", in: [true] },
    { option: "sampleShare", below: 1 },
  ],
};

/** The options that forests and extra-trees share; `answers` are the defaults in which they differ. */
export function forestOptions(answers: { readonly bootstrap: boolean }) {
  return z.strictObject(
    declared(
      {
        trees: z
          .int()
          .min(1)
          .max(1_000_000)
          .default(200)
          .describe("number of trees; more do not overfit, but take time and memory"),
        bootstrap: z
          .boolean()
          .default(answers.bootstrap)
          .describe("grow each tree from rows drawn with replacement, in proportion to their weights"),
        sampleShare: z
          .number()
          .gt(0)
          .max(1)
          .optional()
          .describe("share of rows per tree; drawn without replacement if bootstrap is off"),
        attributesPerNode: attributesPerNode
          .default("auto")
          .describe(
            "random subset of attributes at each node: a number, a share, or the square root, log2 or a third of all; auto is sqrt for classification and third for regression",
          ),
        randomTests: z
          .int()
          .min(1)
          .max(100_000)
          .optional()
          .describe(
            "number of random tests at each node, of which the best is taken (randomised node optimisation); 1 makes the trees most diverse",
          ),
        criterion: criterionOption
          .default("auto")
          .describe(
            "split criterion (impurity measure); auto is gini for classification and squaredError for regression; in the library also an object of your own",
          ),
        priors: priorsOption
          .optional()
          .describe(
            "prior probabilities of the classes (default: as in the data); rows are drawn or weighted accordingly",
          ),
        loss: lossOption
          .optional()
          .describe(
            "cost of predicting one class when another is true; the class with the lowest expected loss under the averaged probabilities is predicted",
          ),
        attributeCosts: attributeCostsOption
          .optional()
          .describe("cost of measuring each attribute (default: 1), traded off against the gain of a split"),
        costForm: z
          .enum(["tan", "nunez", "eg2", "norton"])
          .optional()
          .describe("how gain and cost are combined, as for trees (default: tan)"),
        costWeight: z
          .number()
          .min(0)
          .max(1)
          .optional()
          .describe("exponent of the cost: 0 ignores costs (default: 1)"),
        missing: z
          .enum(["majority", "drop", "likely", "indicator", "predict"])
          .optional()
          .describe(
            "missing values in training: sent down the largest branch (majority, the default); or the row is dropped, the value is imputed (likely, predict), or adds an indicator attribute",
          ),
        minSplit: rowCount.default(2).describe("minimum number of rows to split a node"),
        minLeaf: rowCount.default(1).describe("minimum number of rows in a leaf"),
        maxDepth: z.int().min(1).optional().describe("maximum depth of a tree"),
        maxLeaves: z
          .int()
          .min(1)
          .optional()
          .describe("maximum number of leaves per tree; the best splits are made first"),
        combine: z
          .enum(["mean", "vote"])
          .default("mean")
          .describe(
            "predict the mean of the trees' class probabilities or values, or the class with the most votes",
          ),
        oob: z
          .boolean()
          .default(true)
          .describe("compute the out-of-bag error: each row predicted only by trees that did not see it"),
        importance: z
          .enum(["none", "impurity", "corrected", "permutation"])
          .default("impurity")
          .describe(
            "attribute importance: mean decrease in impurity, the same corrected by shuffled copies, or permutation importance on out-of-bag rows",
          ),
        strings: stringsOption,
        coding: codingOption,
      },
      {
        oob: LEAVES_OUT,
        priors: { task: "classification" },
        loss: { task: "classification" },
        costForm: { option: "attributeCosts", given: true },
        costWeight: {
          allOf: [
            { option: "attributeCosts", given: true },
            { option: "costForm", in: ["nunez", "eg2"] },
          ],
        },
      },
    ),
  );
}

export interface ForestOptions {
  readonly priors?: CostOptions["priors"];
  readonly loss?: TreeOptions["loss"];
  readonly trees: number;
  readonly bootstrap: boolean;
  readonly sampleShare?: number;
  readonly attributesPerNode: number | "auto" | "all" | "sqrt" | "log2" | "third";
  readonly randomTests?: number;
  readonly criterion: TreeOptions["criterion"];
  readonly attributeCosts?: Readonly<Record<string, number>>;
  readonly costForm?: TreeOptions["costForm"];
  readonly costWeight?: number;
  readonly missing?: "majority" | "drop" | "likely" | "indicator" | "predict";
  readonly minSplit: TreeOptions["minSplit"];
  readonly minLeaf: TreeOptions["minLeaf"];
  readonly maxDepth?: number;
  readonly maxLeaves?: number;
  readonly combine: "mean" | "vote";
  readonly oob: boolean;
  readonly importance: "none" | "impurity" | "corrected" | "permutation";
  readonly coding?: "exact" | "bins";
}

/** What each tree is grown by. */
export function treeOptionsOf(
  options: ForestOptions,
  problem: LearningTask,
  answers: Partial<TreeOptions>,
): TreeOptions {
  const { criterion, minSplit, minLeaf, maxDepth, maxLeaves, randomTests, loss } = options;
  const { attributeCosts, costForm, costWeight } = options;
  const attributesPerNode = attributesFor(options, problem);
  checkDraws({ attributesPerNode, randomTests });
  return {
    ...(treeDefaults as TreeOptions),
    ...answers,
    criterion,
    minSplit,
    minLeaf,
    ...(maxDepth !== undefined && { maxDepth }),
    ...(maxLeaves !== undefined && { maxLeaves }),
    ...(randomTests !== undefined && { randomTests }),
    ...(attributeCosts && { attributeCosts }),
    ...(costForm && { costForm }),
    ...(costWeight !== undefined && { costWeight }),
    // Other criteria leave the loss to the label.
    ...(loss && (criterion === "risk" || criterion === "weightedGini") && { loss }),
    attributesPerNode,
  };
}

function attributesFor(
  { attributesPerNode: wanted, randomTests }: ForestOptions,
  { task, attributes }: LearningTask,
): TreeOptions["attributesPerNode"] {
  const all = attributes.length;
  if (wanted === "auto") {
    if (randomTests !== undefined) return "all";
    return attributesAtNode(task === "classification" ? "sqrt" : "third", all)!;
  }
  if (typeof wanted !== "number") return attributesAtNode(wanted, all) ?? "all";
  if (wanted < 1) return Math.max(1, Math.round(wanted * all));
  if (!Number.isInteger(wanted)) {
    const rule = "a whole number of attributes, or a share below 1";
    throw new CoppiceError("OPTION_RANGE", `attributesPerNode must be ${rule}; got ${wanted}`, {
      name: "attributesPerNode",
      rule,
      value: wanted,
    });
  }
  return Math.min(wanted, all);
}
