import type { TreeModel } from "../model/tree.js";
import { treeOnEdges } from "./coding/onEdges.js";
import type { GrownTrees } from "./grownTrees.js";
import type { ConversingLearner, LearnContext } from "./learner.js";
import { canAddSurrogatesLater, SURROGATES_LATER } from "./missing/addSurrogates.js";
import { prepared } from "./preparedJob.js";
import { withoutUnusedMeasures } from "./propose/measureColumns.js";
import { pruneFolds, pruneGrown, usesKept } from "./prune/inFit.js";
import type { PruneOptions } from "./prune/pruneOptions.js";
import { recorded } from "./recorded.js";
import { stringAttributes } from "./strings/stringAttributes.js";
import { type FitJob, setAside } from "./treeJob.js";
import type { TreeOptions } from "./treeOptions.js";

/** A tree to be grown. Its rows are collected on demand, since there may be many. */
export interface TreeToGrow {
  (): FitJob;
  /** What is known of it before that, if it is grown from some rows of a table in this process. */
  readonly ahead?: TreeAhead | undefined;
}

export interface TreeAhead {
  /** By row of the table 1 if the tree is grown from it. */
  readonly counts: () => Uint8Array;
  readonly context: FitJob["context"];
}

/** What a fit requests: batches of independent trees, to be returned in the same order, until the model is complete. */
export type FitSteps = Generator<readonly TreeToGrow[], TreeModel, GrownTrees>;

/** Pruning by errors with branches raised, of rows that are not here; it is loaded for such rows alone. */
export type RaisedSteps = (job: FitJob, options: PruneOptions) => FitSteps;

/** The tree asked for, and those that pruning asks for on some of its rows. */
export function* fitSteps(job: FitJob, raisedSteps?: RaisedSteps): FitSteps {
  const grown = withoutUnusedMeasures(yield* wholeSteps(job, raisedSteps));
  const model = job.edges ? treeOnEdges(grown, job.edges) : grown;
  const options = recorded(model.options);
  return options === model.options ? model : { ...model, options };
}

function* wholeSteps(job: FitJob, raisedSteps?: RaisedSteps): FitSteps {
  const { learner, options, grown } = job;
  // Afterwards no engine has the measures of strings.
  const hasStrings = stringAttributes(grown.task).length > 0;
  if (!learner.addSurrogates || hasStrings || !canAddSurrogatesLater(options as TreeOptions, grown))
    return yield* prunedSteps(job, raisedSteps);
  const model = yield* prunedSteps({ ...job, options: { ...options, ...SURROGATES_LATER } }, raisedSteps);
  const { addSurrogates } = learner;
  const furnished: ConversingLearner = {
    ...learner,
    kind: "tree",
    learn: (o: typeof options, context: LearnContext) => addSurrogates(model, o, context),
  };
  const { nodes } = yield* oneTree({ ...job, learner: furnished });
  return { ...model, options, nodes };
}

function* prunedSteps(job: FitJob, raisedSteps?: RaisedSteps): FitSteps {
  const { learner, options, grown, kept, context } = job;
  const pruning = learner.pruning?.(options);
  if (pruning === undefined || pruning.prune === "none") return yield* oneTree(job);
  if (pruning.prune === "errorBased" && pruning.options.raising && !grown.local && raisedSteps)
    return yield* raisedSteps(job, pruning.options);
  const seen = () => prepared(job).grown;
  const work = { ...pruning, grown, seen, ...(kept && { kept }), seed: context.seed };
  const folds = pruneFolds(work);
  const done = { shares: new Float64Array(1 + folds.length), passes: new Float64Array(1 + folds.length) };
  const part = (of: FitJob, tree: number) => ({ ...of, context: partOf(context, done, tree) });
  const share = learner.validationShare?.(options);
  const foldTrees = folds.map(({ stay, out, stays }, fold): TreeToGrow => {
    const make = () => {
      const rows = setAside(stay(), share, "validation", context.seed);
      return part({ ...job, ...rows, judgedOn: out }, fold + 1);
    };
    const ahead = stays && share === undefined && { counts: stays, context: partOf(context, done, fold + 1) };
    return Object.assign(make, { ahead: ahead || undefined });
  });
  const judgedOn = usesKept(work) && (() => kept ?? grown);
  const first = () => part({ ...job, ...(judgedOn && { judgedOn }) }, 0);
  return pruneGrown(yield [first, ...foldTrees], folds, work);
}

export function* oneTree(job: FitJob): FitSteps {
  const [model] = yield [() => job];
  return model;
}

/** By tree, how much of it is done, and how many passes over the rows it took. */
interface PartsDone {
  readonly shares: Float64Array;
  readonly passes: Float64Array;
}

/** Progress of one tree of several, which may be grown at the same time. */
function partOf(context: FitJob["context"], { shares, passes }: PartsDone, index: number): FitJob["context"] {
  const { onProgress } = context;
  if (!onProgress) return context;
  return {
    ...context,
    onProgress(done, figure, step) {
      shares[index] = done;
      // A tree that is not grown level by level takes one pass.
      passes[index] = Math.max(passes[index], step?.number ?? done);
      const tree = index + 1;
      const at = step?.name === "level" ? { ...step, tree } : ({ name: "tree", number: tree } as const);
      onProgress(sumOf(shares) / shares.length, figure, { ...at, passes: sumOf(passes) });
    },
  };
}

function sumOf(parts: Float64Array): number {
  return parts.reduce((a, b) => a + b, 0);
}
