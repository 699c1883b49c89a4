import * as z from "../../../base/schema.js";
import { declared } from "../../applies.js";
import { lossOption, priorsOption } from "../../treeOptions.js";
import { LOSSES } from "./loss.js";

const share = z.number().gt(0).max(1);

export const boostOptions = z.strictObject(
  declared(
    {
      rounds: z.int().min(1).max(100_000).default(100).describe("trees to grow, or trees for each class"),
      learningRate: z.number().gt(0).max(10).default(0.1).describe("the share of each tree that is added"),
      loss: z
        .union([z.enum(["auto", ...LOSSES]), lossOption])
        .meta({
          rule: `one of auto, ${LOSSES.join(", ")}, or a matrix of losses, true classes down and predictions across, such as [[0,1],[5,0]]`,
          kind: "matrix",
        })
        .default("auto")
        .describe(
          "what is made small: auto is logistic for two classes, softmax for more, squared for numbers; absolute, huber, quantile and poisson are for numbers, too. A matrix says what it costs to say one class where another is true: then it is auto, and the label is that of least risk",
        ),
      priors: priorsOption
        .optional()
        .describe("how common the classes really are; absent: as in the data. Rows weigh accordingly"),
      missing: z
        .enum(["drop", "likely", "indicator", "predict"])
        .optional()
        .describe(
          "training rows with a missing value: dropped, filled (likely, predict), or an added attribute (indicator); absent: each test sends missing values where they gain most",
        ),
      quantile: z.number().gt(0).lt(1).default(0.5).describe("the quantile to predict, for loss=quantile"),
      huberDelta: z
        .number()
        .gt(0)
        .default(1)
        .describe("errors beyond it count by their size, not its square, for loss=huber"),
      growth: z
        .enum(["leaf", "depth"])
        .default("leaf")
        .describe("the leaf that gains most is split next, or those nearest to the root"),
      maxLeaves: z.int().min(2).max(65_536).default(31).describe("leaves of a tree at most"),
      maxDepth: z.int().min(1).max(10_000).optional().describe("tests above a leaf at most"),
      minLeaf: z
        .number()
        .min(1)
        .default(20)
        .describe("rows that a leaf needs; where hessians differ, by its share of the node's hessian"),
      minGain: z.number().min(0).default(0).describe("the gain that a split must exceed"),
      lambda: z.number().min(0).default(0).describe("shrinks the values of leaves with little hessian"),
      bins: z.int().min(2).max(255).default(255).describe("bins of a numeric attribute at most"),
      rowShare: share.default(1).describe("the share of rows drawn for each round"),
      attributeShare: share.default(1).describe("the share of attributes drawn for each tree"),
      nodeAttributeShare: share.default(1).describe("the share of the tree's attributes drawn for each node"),
      maxLevels: z
        .int()
        .min(1)
        .max(4096)
        .default(32)
        .describe("levels in the smaller set of a test on a nominal attribute at most"),
      levelSmoothing: z
        .number()
        .min(0)
        .optional()
        .describe(
          "levels with fewer rows are not set apart, and the order of the others is damped by as much; absent: a thousandth of the rows, at most 20",
        ),
      levelLambda: z
        .number()
        .min(0)
        .optional()
        .describe(
          "added to lambda for tests on nominal attributes; absent: a thousandth of the rows, at most 20",
        ),
      levelRows: z
        .number()
        .min(0)
        .optional()
        .describe(
          "rows by which a set of levels must grow before it is tried again; absent: a 200th of the rows, at most 100",
        ),
      monotone: z
        .record(z.string(), z.union([z.literal(1), z.literal(-1)]))
        .meta({ rule: '1 (never falls) or -1 (never rises) by attribute such as {"age":1}', kind: "costs" })
        .optional()
        .describe("attributes with which predictions may only rise (1) or only fall (-1)"),
      validation: z
        .number()
        .gt(0)
        .lt(1)
        .optional()
        .describe("the share of rows held back to see when to stop; absent: all rounds are run on all rows"),
      patience: z
        .int()
        .min(1)
        .default(10)
        .describe("rounds without a better loss on held-back rows before it stops, for validation"),
    },
    {
      quantile: { option: "loss", in: ["quantile"] },
      huberDelta: { option: "loss", in: ["huber"] },
      patience: { option: "validation", given: true },
      priors: { task: "classification" },
    },
  ),
);

export type BoostOptions = z.output<typeof boostOptions>;
