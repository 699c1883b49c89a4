import { keyFor, type Use } from "../base/chance.js";
import { type AsyncDataHandle, type DataHandle, localRows } from "../engine/data.js";
import { drive, driveAsync } from "../engine/drive.js";
import type { AsyncEngine, Engine, EngineFacts, SubtreeRules } from "../engine/port.js";
import { haveSameCells, type Problem } from "../engine/problem.js";
import { withValidation } from "../engine/validation.js";
import type { Team } from "../kernels/team.js";
import type { Derived, TreeModel } from "../model/tree.js";
import { checkTask } from "./checkTask.js";
import { type CodedData, codedData, codedDataAsync } from "./coding/codedData.js";
import type { Edges } from "./coding/edges.js";
import { treeOnEdges } from "./coding/onEdges.js";
import { addCombinations } from "./combinations.js";
import { addComponents } from "./components.js";
import type { GrownTrees } from "./grownTrees.js";
import { learnedModel } from "./learnedModel.js";
import {
  type ConversingLearner,
  isConversing,
  type LearnContext,
  type RowTreeWork,
  type TreeLearner,
} from "./learner.js";
import { canAddSurrogatesLater, SURROGATES_LATER } from "./missing/addSurrogates.js";
import { changesCells, completeRows, prepareMissing } from "./missing/preparation.js";
import type { MissingChoices } from "./missing/strategies.js";
import { withoutUnusedMeasures } from "./propose/measureColumns.js";
import { expectedErrors } from "./prune/errorBound.js";
import { pruneFolds, pruneGrown, usesKept } from "./prune/inFit.js";
import type { OnLanded } from "./prune/kernelMovableTree.js";
import type { LandedRows } from "./prune/landedRows.js";
import { landTree } from "./prune/landTree.js";
import type { MovableNode } from "./prune/movableTree.js";
import { checkPruning, type PruneOptions, pruneShareOf } from "./prune/pruneOptions.js";
import { raisedByWaves } from "./prune/raiseByWaves.js";
import { type Raised, type Reached, replayTree } from "./prune/replayTree.js";
import { recorded } from "./recorded.js";
import { checkSignal, runSlices, runSlicesAsync } from "./slices.js";
import { checkStrings } from "./strings/checkStrings.js";
import { addStringPool } from "./strings/pool.js";
import { stringAttributes } from "./strings/stringAttributes.js";
import type { TreeOptions } from "./treeOptions.js";
import { yieldingEngine } from "./yieldingEngine.js";

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

/** An engine of your own for the rows of a handle that are in this process. */
export type EngineOf<E extends Engine | AsyncEngine = Engine> = (problem: Problem) => E;

/** How the engine for some rows is got. */
type Opening<E extends Engine | AsyncEngine = Engine> = (data: DataHandle<E>) => E;

function openingBy<E extends Engine | AsyncEngine>(engineOf: EngineOf<E>): Opening<E> {
  return (data) => engineOf(localRows(data, "an engine of your own").problem);
}

/**
 * Runs a job of a tree learner with the engines of its handle, or with an engine of your own; `pruners` are threads that help
 * to prune.
 */
export function fitWith(job: FitJob, engineOf?: EngineOf, pruners?: Team): TreeModel {
  return fitLanding(job, engineOf, pruners);
}

/** The same; `onLanded` is told where the rows come to in the pruned tree, if that is known. */
export function fitLanding(job: FitJob, engineOf?: EngineOf, pruners?: Team, onLanded?: OnLanded): TreeModel {
  const opening = engineOf && openingBy(engineOf);
  const steps = fitSteps(job);
  let step = steps.next();
  while (!step.done) {
    const landed: (LandedRows | undefined)[] = [];
    const models = step.value.map((tree) => {
      const job = tree();
      const model = growTree(job, opening);
      landed.push(land(model, job));
      return model;
    });
    step = steps.next(Object.assign(models, { landed, team: pruners, onLanded }));
  }
  return step.value;
}

/** The same with engines that may answer later. */
export async function fitWithAsync(
  job: FitJob | FitJob<AsyncDataHandle>,
  engineOf?: (problem: Problem) => AsyncEngine,
): Promise<TreeModel> {
  const opening = engineOf ? (openingBy(engineOf) as Opening<Engine | AsyncEngine>) : openOwn;
  const steps = fitSteps(job as FitJob);
  let step = steps.next();
  while (!step.done) {
    const most = engineOf ? 1 : (job.grown.together ?? 1);
    const grown: { model: TreeModel; landed: LandedRows | undefined }[] = [];
    for (let from = 0; from < step.value.length; from += most)
      grown.push(...(await allDone(step.value.slice(from, from + most).map(growAndLand))));
    const landed = grown.map((one) => one.landed);
    step = steps.next(
      Object.assign(
        grown.map(({ model }) => model),
        { landed },
      ),
    );
  }
  return step.value;

  async function growAndLand(tree: TreeToGrow) {
    const one = tree();
    const model = await growTreeAsync(one, opening);
    return { model, landed: await landAsync(model, one) };
  }
}

/** Waits for all, whether or not one fails: what they use is closed afterwards. */
async function allDone<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** Where the rows come to that a tree is judged on, if they do not come here themselves. */
function land(model: TreeModel, { judgedOn }: FitJob): LandedRows | undefined {
  const data = judgedOn?.();
  if (data === undefined || data.blocks) return undefined;
  const engine = data.engine();
  try {
    return drive(landTree(model, engine.facts, data.hasGaps), engine);
  } finally {
    engine.close?.();
  }
}

async function landAsync(model: TreeModel, { judgedOn }: FitJob<AnyData>): Promise<LandedRows | undefined> {
  const data = judgedOn?.();
  if (data === undefined || data.blocks) return undefined;
  const engine = yieldingEngine(data.engine());
  try {
    return await driveAsync(landTree(model, engine.facts, data.hasGaps), engine);
  } finally {
    await engine.close?.();
  }
}

function openOwn<E extends Engine | AsyncEngine>(data: DataHandle<E>): E {
  return data.engine();
}

/** One of the trees that a fit asks for. */
export function growTree(job: FitJob, opening: Opening = openOwn): TreeModel {
  const ready = prepared(job);
  const work = rowWork(ready);
  if (work)
    return learnedModel(
      ready,
      runSlices(work, (done) => report(ready, done)),
    );
  const engine = withValidation(opening(ready.grown), ready.validation && opening(ready.validation));
  try {
    return learnedModel(ready, drive(conversationOf(ready, engine.facts), engine));
  } finally {
    engine.close?.();
  }
}

/** By which rules the learner asks the engine for the whole tree of the job's rows, if it asks for that and no more. */
export function wholeTreeRules(job: FitJob): SubtreeRules | undefined {
  const ready = prepared(job);
  const isAsItWas = ready.derived === undefined && haveSameRows(ready.grown, job.grown);
  if (!isAsItWas || ready.validation || !isConversing(ready.learner)) return undefined;
  const engine = ready.grown.engine();
  const learning = conversationOf(ready, engine.facts);
  let step = learning.next();
  while (!step.done && step.value.ask === "summarise") step = learning.next(engine.answer(step.value));
  engine.close?.();
  if (step.done || step.value.ask !== "subtree") return undefined;
  const { nodes, rules } = step.value;
  return nodes.length === 1 && nodes[0].node === 0 ? rules : undefined;
}

function haveSameRows(a: DataHandle, b: DataHandle): boolean {
  return a === b || (!!a.local && !!b.local && haveSameCells(a.local.problem, b.local.problem));
}

async function growTreeAsync(
  job: FitJob<AnyData>,
  opening: Opening<Engine | AsyncEngine>,
): Promise<TreeModel> {
  const ready = prepared(job as FitJob);
  const work = rowWork(ready);
  const between = (done: number) => report(ready, done);
  if (work) return learnedModel(ready, await runSlicesAsync(work, between, () => report(ready)));
  await ready.grown.ready?.();
  await ready.validation?.ready?.();
  const open = (data: DataHandle) => yieldingEngine(opening(data));
  const engine = withValidation(open(ready.grown), ready.validation && open(ready.validation));
  try {
    return learnedModel(ready, await driveAsync(conversationOf(ready, engine.facts), engine));
  } finally {
    await engine.close?.();
  }
}

/** A tree to be grown. Its rows are collected on demand, since there may be many. */
export type TreeToGrow = () => FitJob;

/** What a fit requests: batches of independent trees, to be returned in the same order, until the model is complete. */
export type FitSteps = Generator<readonly TreeToGrow[], TreeModel, GrownTrees>;

/** The tree asked for, and those that pruning asks for on some of its rows. */
export function* fitSteps(job: FitJob): FitSteps {
  const grown = withoutUnusedMeasures(yield* wholeSteps(job));
  const model = job.edges ? treeOnEdges(grown, job.edges) : grown;
  const options = recorded(model.options);
  return options === model.options ? model : { ...model, options };
}

function* wholeSteps(job: FitJob): FitSteps {
  const { learner, options, grown } = job;
  // Afterwards no engine has the measures of strings.
  const hasStrings = stringAttributes(grown.task).length > 0;
  if (!learner.addSurrogates || hasStrings || !canAddSurrogatesLater(options as TreeOptions, grown))
    return yield* prunedSteps(job);
  const model = yield* prunedSteps({ ...job, options: { ...options, ...SURROGATES_LATER } });
  const { addSurrogates } = learner;
  const furnished: ConversingLearner = {
    ...learner,
    kind: "tree",
    learn: (o: typeof options, context: LearnContext) => addSurrogates(model, o, context),
  };
  const { nodes } = yield* oneTree({ ...job, learner: furnished });
  return { ...model, options, nodes };
}

function* prunedSteps(job: FitJob): FitSteps {
  const { learner, options, grown, kept, context } = job;
  const pruning = learner.pruning?.(options);
  if (pruning === undefined || pruning.prune === "none") return yield* oneTree(job);
  if (pruning.prune === "errorBased" && pruning.options.raising && !grown.local)
    return yield* raisedSteps(job, pruning.options);
  const seen = () => prepared(job).grown;
  const work = { ...pruning, grown, seen, ...(kept && { kept }), seed: context.seed };
  const folds = pruneFolds(work);
  const shares = new Float64Array(1 + folds.length);
  const part = (of: FitJob, tree: number) => ({ ...of, context: partOf(context, shares, tree) });
  const foldTrees = folds.map(({ stay, out }, fold) => () => {
    const rows = setAside(stay(), learner.validationShare?.(options), "validation", context.seed);
    return part({ ...job, ...rows, judgedOn: out }, fold + 1);
  });
  const judgedOn = usesKept(work) && (() => kept ?? grown);
  const first = () => part({ ...job, ...(judgedOn && { judgedOn }) }, 0);
  return pruneGrown(yield [first, ...foldTrees], folds, work);
}

/** Pruning by errors with branches raised, of rows that are not here: each time they go down the tree is like learning one more. */
function* raisedSteps(job: FitJob, { errorBound, confidence }: PruneOptions): FitSteps {
  const model = yield* oneTree(job);
  const { onProgress: _, ...context } = job.context;
  function* replay(root: MovableNode, raised: Raised) {
    let reached = new Map<MovableNode, Reached>();
    const replayer: ConversingLearner = {
      ...job.learner,
      kind: "tree",
      *learn(_: unknown, { facts }: LearnContext) {
        reached = yield* replayTree(root, raised, facts, job.grown.hasGaps);
        return { nodes: model.nodes };
      },
    };
    yield* oneTree({ ...job, learner: replayer, context });
    return reached;
  }
  return yield* raisedByWaves(model, expectedErrors(errorBound, confidence), replay);
}

function* oneTree(job: FitJob): FitSteps {
  const [model] = yield [() => job];
  return model;
}

/** Progress of one tree of several, which may be grown at the same time; by tree, how much of it is done. */
function partOf(context: FitJob["context"], shares: Float64Array, tree: number): FitJob["context"] {
  const { onProgress } = context;
  if (!onProgress) return context;
  return {
    ...context,
    onProgress(done, figure, step) {
      shares[tree] = done;
      onProgress(shares.reduce((a, b) => a + b, 0) / shares.length, figure, step);
    },
  };
}

/** What the options request before growth: missing values imputed, rows dropped, attributes added. */
export function prepared(job: FitJob): FitJob {
  const { learner, options, grown, validation, context } = job;
  const choices = learner.missing?.(options);
  const most = learner.combinations?.(options) ?? 1;
  const components = learner.components?.(options) ?? 0;
  const takesPool = !learner.strings;
  const hasPool = takesPool && stringAttributes(grown.task).length > 0;
  if (takesPool && !hasPool) checkStrings(options, grown.task, []);
  if (!(choices && changesCells(choices)) && most <= 1 && components === 0 && !hasPool) return job;
  const what = "preparing the rows (missing values, combinations, components, strings) as these options ask";
  const rows = localRows(grown, what);
  const apart = validation && localRows(validation, what).problem;
  const ready = choices
    ? prepareMissing(rows.problem, apart, choices)
    : { grown: rows.problem, ...(apart && { validation: apart }) };
  const wide = addComponents(addCombinations(ready, most), components);
  const made = takesPool ? addStringPool(wide, options, context.seed) : wide;
  return {
    ...job,
    grown: rows.over(made.grown),
    ...(made.validation && { validation: rows.over(made.validation) }),
    ...(made.derived && { derived: made.derived }),
  };
}

/** The work of a learner that reads the rows itself. */
function rowWork({ learner, options, grown, context }: FitJob): RowTreeWork | undefined {
  if (isConversing(learner)) return undefined;
  const { seed, team } = context;
  const { problem } = localRows(grown, learner.name);
  return learner.learnRows(options, { problem, seed, ...(team && { team }) });
}

function report({ learner, context }: FitJob, done?: number): void {
  checkSignal(context.signal, learner.name);
  if (done !== undefined) context.onProgress?.(done);
}

function conversationOf({ learner, options, grown, context }: FitJob, facts: EngineFacts) {
  if (!isConversing(learner)) throw new Error(`${learner.name} reads rows`);
  const { task, local } = grown;
  return learner.learn(options, { ...context, task, facts, ...(local && { rows: local.problem }) });
}

/** Rows of every class alike, by their keys; at least one row stays on each side. */
function setAside<D extends AnyData>(
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
