import * as z from "../../base/schema.js";
import { declared } from "../applies.js";
import type { ConversingLearner } from "../learner.js";
import { type PruneOptions, pruneDefaults } from "../prune/pruneOptions.js";
import type { StreamLearning } from "../stream/streamLearner.js";
import { learnTree } from "../treeLearner.js";
import { type TreeOptions, treeDefaults } from "../treeOptions.js";
import { type IncrementalOptions, IncrementalRun } from "./incrementalRun.js";

const options = z.strictObject(
  declared(
    {
      criterion: z.enum(["gini", "entropy"]).default("gini").describe("split criterion (impurity measure)"),
      nominal: z
        .enum(["oneHot", "subset"])
        .default("oneHot")
        .describe("splits on nominal attributes: one level against the rest, or two sets of levels"),
      minSplit: z.int().min(2).default(2).describe("minimum number of rows to split a node"),
      minLeaf: z.int().min(1).default(1).describe("minimum number of rows in a leaf"),
      maxDepth: z.int().min(1).optional().describe("maximum depth"),
      prune: z
        .enum(["none", "mdl"])
        .default("none")
        .describe(
          "pruning method: mdl shows the tree that takes the fewest bits to encode, and keeps what is below its leaves for rows to come (virtual pruning)",
        ),
    },
    {},
  ),
);

type Options = Readonly<Record<string, unknown>>;

/** The same tree from all rows at once: binary tests, and missing values sent down the largest branch. */
function batchOptions(given: Options): TreeOptions {
  return { ...treeDefaults, ...given, missing: "majority", missingAtPrediction: "asTrained" } as TreeOptions;
}

const stream: StreamLearning = {
  start: (given, context) => new IncrementalRun(given as unknown as IncrementalOptions, context),
  resume: (state, given, context) =>
    new IncrementalRun(given as unknown as IncrementalOptions, context).restore(state),
};

/** Utgoff, Berkman and Clouse 1997 (ITI; R 4.3). */
export const incremental = {
  name: "incremental",
  summary:
    "incremental tree (ITI): revised after every row added, removed or corrected, and always the tree of all its rows",
  tasks: ["classification"],
  options,
  guarantees: { monotone: true, rowOrder: true, weights: true },
  missing: () => ({ missing: "majority", missingAtPrediction: "asTrained" }),
  pruning: (given) => ({
    prune: (given as unknown as IncrementalOptions).prune,
    options: pruneDefaults as unknown as PruneOptions,
  }),
  stream,
  learn: (given, context) => learnTree(batchOptions(given), context),
} satisfies ConversingLearner;
