import { CoppiceError } from "../../../base/errors.js";
import * as z from "../../../base/schema.js";
import type { EnsembleState } from "../../../model/ensemble.js";
import type { EnsembleContext, EnsembleLearner, EnsembleWork } from "../../learner.js";
import { passOver, schemaOfProblem } from "../passOver.js";
import type { StreamContext, StreamLearned, StreamLearning } from "../streamLearner.js";
import { attributeKinds } from "./attributeKinds.js";
import { AdaptiveForest, type ForestSetup } from "./forestOfStreams.js";
import { ForestRun, restoreForest } from "./forestRun.js";
import { type HoeffdingOptions, treeFields } from "./hoeffdingOptions.js";

const options = z.strictObject({
  trees: z.int().min(1).max(10_000).default(10).describe("number of trees"),
  attributes: z
    .number()
    .gt(0)
    .max(1)
    .default(0.6)
    .describe("share of the attributes that a leaf looks at, drawn at random"),
  times: z
    .number()
    .gt(0)
    .max(100)
    .default(6)
    .describe("mean number of times that a row counts in a tree (Poisson)"),
  drift: z
    .number()
    .gt(0)
    .lt(1)
    .default(0.001)
    .describe("ADWIN's probability of replacing a tree where nothing has changed"),
  warning: z
    .number()
    .gt(0)
    .lt(1)
    .default(0.01)
    .describe("ADWIN's probability of starting a tree in the background where nothing has changed"),
  ...treeFields,
  memory: z
    .int()
    .min(1000)
    .default(335544320)
    .describe("bytes of memory that all trees may take together, those in the background included"),
  grace: z.int().min(1).default(50).describe("weight that a leaf takes in between two searches for a split"),
  delta: z
    .number()
    .gt(0)
    .lt(1)
    .default(0.01)
    .describe("probability that a split is chosen that is not the best"),
});

interface ForestOptions extends HoeffdingOptions {
  readonly trees: number;
  readonly attributes: number;
  readonly times: number;
  readonly drift: number;
  readonly warning: number;
}

function setupOf(given: Readonly<Record<string, unknown>>, { schema, seed }: StreamContext): ForestSetup {
  const { trees, attributes, times, drift, warning, ...tree } = given as unknown as ForestOptions;
  const kinds = attributeKinds(schema);
  const subspace = Math.max(1, Math.round(attributes * kinds.count));
  return { kinds, options: tree, seed, subspace, trees, times, drift, warning };
}

const stream: StreamLearning = {
  start: (given, context) => new ForestRun(new AdaptiveForest(setupOf(given, context))),
  resume: (state, given, context) => new ForestRun(restoreForest(setupOf(given, context), state)),
};

/** Gomes et al. 2017. */
export const adaptiveForest = {
  kind: "ensemble",
  strings: "none",
  name: "adaptiveForest",
  summary:
    "adaptive random forest (ARF): Hoeffding trees that learn from a stream, each replaced when it drifts",
  tasks: ["classification"],
  options,
  guarantees: { monotone: false, rowOrder: false, weights: false },
  stream,
  learn: onePass,
} satisfies EnsembleLearner;

function* onePass(given: Readonly<Record<string, unknown>>, context: EnsembleContext): EnsembleWork {
  const { problem, seed, resume } = context;
  if (resume) {
    throw new CoppiceError(
      "OPTION_CONFLICT",
      "a pass of adaptiveForest is not resumed: use coppice stream --state",
      {
        name: "checkpoint",
      },
    );
  }
  const work = passOver(problem, stream, given, seed);
  let step = work.next();
  while (!step.done) {
    yield {
      done: step.value,
      members: 0,
      state: (): EnsembleState => ({ members: { kind: "models", models: [] }, arrays: {} }),
    };
    step = work.next();
  }
  const { combine, members } = step.value.learned(schemaOfProblem(problem)) as Extract<
    StreamLearned,
    { kind: "ensemble" }
  >;
  return { combine, members };
}
