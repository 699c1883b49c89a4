import { keyFor, type Use } from "../base/chance.js";
import { type AsyncDataHandle, type DataHandle, localRows } from "../engine/data.js";
import type { Derived } from "../model/tree.js";
import { checkTask } from "./checkTask.js";
import { type CodedData, codedData, codedDataAsync } from "./coding/codedData.js";
import type { Edges } from "./coding/edges.js";
import type { LearnContext, TreeLearner } from "./learner.js";
import { completeRows } from "./missing/preparation.js";
import type { MissingChoices } from "./missing/strategies.js";
import { checkPruning, pruneShareOf } from "./prune/pruneOptions.js";

/** Where the rows of a fit are; engines may answer at once or later. */
export type AnyData = DataHandle | AsyncDataHandle;

/** A prepared fit: everything checked, nothing learned yet. */
export interface FitJob<D extends AnyData = DataHandle> {
  readonly learner: TreeLearner;
  readonly options: Readonly<Record<string, unknown>>;
  /** The rows to learn from. */
  readonly grown: D;
  /** Validation rows, on which the learner monitors its error. */
  readonly validation?: D;
  /** Rows that are not used for growing, to prune the tree with. */
  readonly kept?: D;
  /** Rows on which the grown tree will be judged. */
  readonly judgedOn?: () => D;
  /** What was done to the rows before growth, and must be done to rows to predict. */
  readonly derived?: readonly Derived[];
  /** If the numbers of all these rows are bins: where the bins end. */
  readonly edges?: Edges;
  readonly context: Pick<LearnContext, "seed" | "signal" | "onProgress" | "team">;
}

/** One tree of the rows of a handle; the options are checked already. */
export function treeJob<D extends AnyData>(
  whole: D,
  learner: TreeLearner,
  given: Readonly<Record<string, unknown>>,
  context: FitJob["context"],
): FitJob<D> {
  const options = learner.settle?.(given) ?? given;
  return codedJob(whole, learner, options, context, codedData(whole, options));
}

/** The same of rows wherever they are. */
export async function treeJobAsync<D extends AnyData>(
  whole: D,
  learner: TreeLearner,
  given: Readonly<Record<string, unknown>>,
  context: FitJob["context"],
): Promise<FitJob<D>> {
  const options = learner.settle?.(given) ?? given;
  return codedJob(whole, learner, options, context, await codedDataAsync(whole, options));
}

function codedJob<D extends AnyData>(
  whole: D,
  learner: TreeLearner,
  options: Readonly<Record<string, unknown>>,
  context: FitJob["context"],
  coded: CodedData<D> | undefined,
): FitJob<D> {
  if (coded) return { ...exactJob(coded.data, learner, options, context), edges: coded.edges };
  return exactJob(whole, learner, options, context);
}

function exactJob<D extends AnyData>(
  whole: D,
  learner: TreeLearner,
  options: Readonly<Record<string, unknown>>,
  context: FitJob["context"],
): FitJob<D> {
  const choices = learner.missing?.(options);
  const data = choices?.missing === "drop" ? withoutGaps(whole, choices) : whole;
  checkTask(learner, data.task);
  const pruning = learner.pruning?.(options);
  if (pruning) checkPruning(pruning.prune, pruning.options, data.task.task);
  const keep = pruning && pruneShareOf(pruning.prune, pruning.options);
  const { seed } = context;
  const { grown, validation: kept } = setAside(data, keep, "pruning", seed);
  const apart = setAside(grown, learner.validationShare?.(options), "validation", seed);
  const job = { learner, options, context, ...apart };
  return kept ? { ...job, kept } : job;
}

function withoutGaps<D extends AnyData>(data: D, choices: MissingChoices): D {
  const rows = localRows(data as DataHandle, "missing=drop");
  const complete = completeRows(rows.problem, choices);
  return complete === rows.problem ? data : (rows.over(complete) as D);
}

/** Rows of every class alike, by their keys; at least one row stays on each side. */
export function setAside<D extends AnyData>(
  data: D,
  share: number | undefined,
  use: Use,
  seed: number,
): { grown: D; validation?: D } {
  const { rows } = data.task;
  if (share === undefined || rows < 2) return { grown: data };
  const wanted = Math.min(rows - 1, Math.max(1, Math.round(rows * share)));
  const order = { by: "key", key: keyFor(use, seed) } as const;
  return {
    grown: data.part({ wanted, order, rest: true }) as D,
    validation: data.part({ wanted, order }) as D,
  };
}
