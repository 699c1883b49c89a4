import * as z from "../../../base/schema.js";
import type { Learned, LearnerFacts, RowTreeContext, RowTreeLearner, RowTreeWork } from "../../learner.js";
import { passOver, schemaOfProblem } from "../passOver.js";
import type { StreamLearning } from "../streamLearner.js";
import { AdaptiveTree } from "./adaptiveTree.js";
import { AnytimeTree } from "./anytimeTree.js";
import { type HoeffdingOptions, treeFields } from "./hoeffdingOptions.js";
import { HoeffdingTree } from "./hoeffdingTree.js";
import { treeLearning } from "./treeRun.js";

type Options = Readonly<Record<string, unknown>>;

const shared = {
  kind: "tree",
  strings: "none",
  tasks: ["classification"],
  guarantees: { monotone: false, rowOrder: false, weights: false },
} as const satisfies Partial<LearnerFacts & { kind: "tree" }>;

/** A batch fit of a stream learner: one pass over the rows. */
function onePass(stream: StreamLearning) {
  return function* (options: Options, { problem, seed }: RowTreeContext): RowTreeWork {
    const run = yield* passOver(problem, stream, options, seed);
    const { kind: _, ...learned } = run.learned(schemaOfProblem(problem));
    return learned as unknown as Learned;
  };
}

/** All trees of the family have this, like every learner of trees. */
const fields = {
  ...treeFields,
  prune: z
    .enum(["none"])
    .default("none")
    .describe("pruning method: none; leaves are split once it is worth it"),
};

const vfdt = treeLearning(
  (options, kinds, seed) =>
    new HoeffdingTree({ kinds, seed, options: options as unknown as HoeffdingOptions }),
  ["splits"],
);

/** Domingos and Hulten 2000. */
export const hoeffding = {
  ...shared,
  name: "hoeffding",
  summary: "Hoeffding tree (VFDT): learns from rows that keep coming, each seen once, in bounded memory",
  options: z.strictObject(fields),
  stream: vfdt,
  learnRows: onePass(vfdt),
} satisfies RowTreeLearner;

const efdt = treeLearning(
  (options, kinds, seed) =>
    new AnytimeTree(
      { kinds, seed, options: options as unknown as HoeffdingOptions },
      options.revise as number,
    ),
  ["splits", "revisions"],
);

/** Manapragada, Webb and Salehi 2018. */
export const hoeffdingAnytime = {
  ...shared,
  name: "hoeffdingAnytime",
  summary: "Hoeffding anytime tree (EFDT): splits early, and replaces tests that others have overtaken",
  options: z.strictObject({
    ...fields,
    revise: z
      .int()
      .min(1)
      .default(2000)
      .describe("rows that a split takes in between two searches for a better test"),
  }),
  stream: efdt,
  learnRows: onePass(efdt),
} satisfies RowTreeLearner;

const hat = treeLearning(
  (options, kinds, seed) =>
    new AdaptiveTree(
      { kinds, seed, options: options as unknown as HoeffdingOptions },
      options.drift as number,
    ),
  ["splits", "alternates", "replaced"],
);

/** Bifet and Gavaldà 2009. */
export const hoeffdingAdaptive = {
  ...shared,
  name: "hoeffdingAdaptive",
  summary:
    "Hoeffding adaptive tree (HAT): watches the errors below each split, and replaces what drift has made worse",
  options: z.strictObject({
    ...fields,
    drift: z
      .number()
      .gt(0)
      .lt(1)
      .default(0.002)
      .describe("ADWIN's probability of noticing a change where there is none"),
  }),
  stream: hat,
  learnRows: onePass(hat),
} satisfies RowTreeLearner;
