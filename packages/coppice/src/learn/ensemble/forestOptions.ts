import { CoppiceError } from "../../base/errors.js";
import * as z from "../../base/schema.js";
import type { Problem } from "../../engine/problem.js";
import { type AppliesWhen, declared } from "../applies.js";
import type { CostOptions } from "../cost/problemCosts.js";
import { criterionOption } from "../criterion/criterionOption.js";
import { attributesAtNode } from "../examine/examineBy.js";
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
          .describe("trees to grow: more never hurt, they only take time and room"),
        bootstrap: z
          .boolean()
          .default(answers.bootstrap)
          .describe("each tree sees rows drawn with replacement, in proportion to their weights"),
        sampleShare: z
          .number()
          .gt(0)
          .max(1)
          .optional()
          .describe(
            "rows that a tree sees, as a share of all; without bootstrap they are drawn without replacement",
          ),
        attributesPerNode: attributesPerNode
          .default("auto")
          .describe(
            "attributes examined at a node, drawn by chance: a number, a share, or the square root, log2 or third of all; auto is sqrt for classes and third for numbers",
          ),
        randomTests: z
          .int()
          .min(1)
          .max(100_000)
          .optional()
          .describe(
            "tests drawn by chance at a node, the best of which is taken (randomised node optimisation); 1 makes trees differ most",
          ),
        criterion: criterionOption
          .default("auto")
          .describe(
            "what a test must gain; auto is gini for classes and squaredError for numbers; from the library, an object of your own",
          ),
        priors: priorsOption
          .optional()
          .describe(
            "how common the classes really are; absent: as in the data. Rows are drawn, or weigh, accordingly",
          ),
        loss: lossOption
          .optional()
          .describe(
            "what it costs to say one class where another is true; the label is that of least risk under the averaged shares",
          ),
        attributeCosts: attributeCostsOption
          .optional()
          .describe("what attributes cost to measure, 1 where not said; a test's gain is weighed against it"),
        costForm: z
          .enum(["tan", "nunez", "eg2", "norton"])
          .optional()
          .describe("how costs and gains are weighed, as in trees; absent: tan"),
        costWeight: z
          .number()
          .min(0)
          .max(1)
          .optional()
          .describe("how much costs matter, for costForm nunez and eg2; absent: 1"),
        missing: z
          .enum(["majority", "drop", "likely", "indicator", "predict"])
          .optional()
          .describe(
            "training rows with a missing value: to the heaviest branch (absent: so), dropped, filled (likely, predict), or an added attribute (indicator)",
          ),
        minSplit: rowCount.default(2).describe("rows a node needs to be split"),
        minLeaf: rowCount.default(1).describe("rows each side of a test needs"),
        maxDepth: z.int().min(1).optional().describe("tests on the longest path of a tree"),
        maxLeaves: z.int().min(1).optional().describe("leaves of each tree; the best tests come first"),
        combine: z
          .enum(["mean", "vote"])
          .default("mean")
          .describe(
            "the answer is the mean of the trees' class shares or values, or the class with most votes",
          ),
        oob: z
          .boolean()
          .default(true)
          .describe("judge each row by the trees that did not see it (out-of-bag), where there are any"),
        importance: z
          .enum(["none", "impurity", "corrected", "permutation"])
          .default("impurity")
          .describe(
            "how much attributes matter: by the impurity their tests take away, the same corrected by shuffled copies, or by how much worse out-of-bag rows are judged when the attribute is shuffled",
          ),
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
}

/** What each tree is grown by. */
export function treeOptionsOf(
  options: ForestOptions,
  problem: Problem,
  answers: Partial<TreeOptions>,
): TreeOptions {
  const { criterion, minSplit, minLeaf, maxDepth, maxLeaves, randomTests, loss } = options;
  const { attributeCosts, costForm, costWeight } = options;
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
    attributesPerNode: attributesFor(options, problem),
  };
}

function attributesFor(
  { attributesPerNode: wanted, randomTests }: ForestOptions,
  { task, attributes }: Problem,
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
