import * as z from "../../../base/schema.js";
import { declared } from "../../applies.js";
import { stringsOption } from "../../strings/stringOptions.js";
import { lossOption, priorsOption } from "../../treeOptions.js";
import { LOSSES } from "./loss.js";

const share = z.number().gt(0).max(1);

export const boostOptions = z.strictObject(
  declared(
    {
      rounds: z
        .int()
        .min(1)
        .max(100_000)
        .default(100)
        .describe("number of boosting rounds: one tree per round, or one per class and round"),
      learningRate: z
        .number()
        .gt(0)
        .max(10)
        .default(0.1)
        .describe("learning rate (shrinkage): the factor each tree is multiplied by"),
      loss: z
        .union([z.enum(["auto", ...LOSSES]), lossOption])
        .meta({
          rule: `one of auto, ${LOSSES.join(", ")}, or a loss matrix, true classes in rows and predictions in columns, such as [[0,1],[5,0]]`,
          kind: "matrix",
        })
        .default("auto")
        .describe(
          "the loss function: auto is logistic for two classes, softmax for more, and squared for regression; absolute, huber, quantile and poisson are also for regression. Or a loss matrix: the loss function is then auto, and the class with the lowest expected loss is predicted",
        ),
      priors: priorsOption
        .optional()
        .describe(
          "prior probabilities of the classes (default: as in the data); rows are weighted accordingly",
        ),
      missing: z
        .enum(["drop", "likely", "indicator", "predict"])
        .optional()
        .describe(
          "missing values in training: the row is dropped, the value is imputed (likely, predict), or adds an indicator attribute; by default each split sends them to the branch with the higher gain",
        ),
      quantile: z.number().gt(0).lt(1).default(0.5).describe("the quantile to predict"),
      huberDelta: z
        .number()
        .gt(0)
        .default(1)
        .describe("residuals beyond this count linearly instead of quadratically"),
      growth: z
        .enum(["leaf", "depth"])
        .default("leaf")
        .describe("grow leaf by leaf (the highest gain first) or level by level"),
      maxLeaves: z.int().min(2).max(65_536).default(31).describe("maximum number of leaves per tree"),
      maxDepth: z.int().min(1).max(10_000).optional().describe("maximum depth"),
      minLeaf: z
        .number()
        .min(1)
        .default(20)
        .describe(
          "minimum number of rows in a leaf; if hessians differ, estimated from the leaf's share of the node's hessian",
        ),
      minGain: z.number().min(0).default(0).describe("a split must gain more than this"),
      lambda: z
        .number()
        .min(0)
        .optional()
        .describe("L2 regularisation of the leaf values (default: 1 for classification, 0 for regression)"),
      bins: z.int().min(2).max(255).default(255).describe("maximum number of bins per numeric attribute"),
      rowShare: share.default(1).describe("share of rows drawn at random per round"),
      attributeShare: share.default(1).describe("share of attributes drawn at random per tree"),
      nodeAttributeShare: share
        .default(1)
        .describe("share of the tree's attributes drawn at random per node"),
      maxLevels: z
        .int()
        .min(1)
        .max(4096)
        .default(32)
        .describe("maximum number of levels in the smaller set of a split on a nominal attribute"),
      levelSmoothing: z
        .number()
        .min(0)
        .optional()
        .describe(
          "minimum number of rows for a level to be split off, also used to smooth the order of the levels (default: a thousandth of the rows, at most 20)",
        ),
      levelLambda: z
        .number()
        .min(0)
        .optional()
        .describe(
          "added to lambda for splits on nominal attributes (default: a thousandth of the rows, at most 20)",
        ),
      levelRows: z
        .number()
        .min(0)
        .optional()
        .describe(
          "number of rows by which a set of levels must grow before it is tried again (default: a 200th of the rows, at most 100)",
        ),
      monotone: z
        .record(z.string(), z.union([z.literal(1), z.literal(-1)]))
        .meta({ rule: '1 (never falls) or -1 (never rises) per attribute, such as {"age":1}', kind: "costs" })
        .optional()
        .describe(
          "monotonicity constraints: predictions may only rise (1) or only fall (-1) with the attribute",
        ),
      validation: z
        .number()
        .gt(0)
        .lt(1)
        .optional()
        .describe("share of validation rows for early stopping (default: no early stopping)"),
      patience: z
        .int()
        .min(1)
        .default(10)
        .describe("number of rounds without improvement on the validation rows before boosting stops"),
      strings: stringsOption,
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
