import { CoppiceError } from "../../base/errors.js";
import * as z from "../../base/schema.js";
import type { Problem } from "../../engine/problem.js";
import { attributesAtNode } from "../examine/examineBy.js";
import { CRITERION_CHOICES, rowCount, type TreeOptions, treeDefaults } from "../treeOptions.js";

const attributesPerNode = z
  .union([z.number().gt(0), z.enum(["auto", "all", "sqrt", "log2", "third"])])
  .meta({ rule: "auto, all, sqrt, log2, third, a whole number of attributes, or a share below 1" });

/** The options that forests and extra-trees share; `answers` are the defaults in which they differ. */
export function forestOptions(answers: { readonly bootstrap: boolean }) {
  return z.strictObject({
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
    criterion: z
      .enum(CRITERION_CHOICES)
      .default("auto")
      .describe("what a test must gain; auto is gini for classes and squaredError for numbers"),
    minSplit: rowCount.default(2).describe("rows a node needs to be split"),
    minLeaf: rowCount.default(1).describe("rows each side of a test needs"),
    maxDepth: z.int().min(1).optional().describe("tests on the longest path of a tree"),
    maxLeaves: z.int().min(1).optional().describe("leaves of each tree; the best tests come first"),
    combine: z
      .enum(["mean", "vote"])
      .default("mean")
      .describe("the answer is the mean of the trees' class shares or values, or the class with most votes"),
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
  });
}

export interface ForestOptions {
  readonly trees: number;
  readonly bootstrap: boolean;
  readonly sampleShare?: number;
  readonly attributesPerNode: number | "auto" | "all" | "sqrt" | "log2" | "third";
  readonly randomTests?: number;
  readonly criterion: TreeOptions["criterion"];
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
  const { criterion, minSplit, minLeaf, maxDepth, maxLeaves, randomTests } = options;
  return {
    ...(treeDefaults as TreeOptions),
    ...answers,
    criterion,
    minSplit,
    minLeaf,
    ...(maxDepth !== undefined && { maxDepth }),
    ...(maxLeaves !== undefined && { maxLeaves }),
    ...(randomTests !== undefined && { randomTests }),
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
