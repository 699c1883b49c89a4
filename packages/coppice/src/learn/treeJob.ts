import { random } from "../base/random.js";
import { drive, driveAsync } from "../engine/drive.js";
import { MemoryEngine } from "../engine/memory/engine.js";
import type { AsyncEngine, Engine, EngineFacts, SubtreeRules } from "../engine/port.js";
import { haveSameCells, type Problem, problemRows } from "../engine/problem.js";
import { withValidation } from "../engine/validation.js";
import type { Team } from "../kernels/team.js";
import { withNodesOf } from "../model/lazyNodes.js";
import type { Measure, MeasureStep } from "../model/measure.js";
import { columnMakerOf } from "../model/packedTree.js";
import type { Derived, TreeModel } from "../model/tree.js";
import { columnSchema } from "../table/column.js";
import { checkTask } from "./checkTask.js";
import { addCombinations } from "./combinations.js";
import { addComponents } from "./components.js";
import type { GrownTrees } from "./grownTrees.js";
import {
  type ConversingLearner,
  isConversing,
  type LearnContext,
  type Learned,
  type RowTreeWork,
  type TreeLearner,
} from "./learner.js";
import { canAddSurrogatesLater, SURROGATES_LATER } from "./missing/addSurrogates.js";
import { completeRows, prepareMissing } from "./missing/preparation.js";
import { measureColumns, withoutUnusedMeasures } from "./propose/measureColumns.js";
import { pruneFolds, pruneGrown } from "./prune/inFit.js";
import { checkPruning, pruneShareOf } from "./prune/pruneOptions.js";
import { recorded } from "./recorded.js";
import { checkSignal, runSlices, runSlicesAsync } from "./slices.js";
import { spreadsOf } from "./spreads.js";
import { addStringPool } from "./strings/pool.js";
import { stringAttributes } from "./strings/stringAttributes.js";
import type { TreeOptions } from "./treeOptions.js";

/** A prepared fit: everything checked, nothing learned yet. */
export interface FitJob {
  readonly learner: TreeLearner;
  readonly options: Readonly<Record<string, unknown>>;
  /** The rows to learn from. */
  readonly grown: Problem;
  /** Validation rows, on which the learner monitors its error. */
  readonly validation?: Problem;
  /** Rows that are not used for growing, to prune the tree with. */
  readonly kept?: Problem;
  /** What was done to the rows before growth, and must be done to rows to predict. */
  readonly derived?: readonly Derived[];
  readonly context: Pick<LearnContext, "seed" | "signal" | "onProgress" | "team">;
}

/** One tree of a problem's rows; the options are checked already. */
export function treeJob(
  whole: Problem,
  learner: TreeLearner,
  given: Readonly<Record<string, unknown>>,
  context: FitJob["context"],
): FitJob {
  const options = learner.settle?.(given) ?? given;
  const choices = learner.missing?.(options);
  const problem = choices ? completeRows(whole, choices) : whole;
  checkTask(learner, problem);
  const pruning = learner.pruning?.(options);
  if (pruning) checkPruning(pruning.prune, pruning.options, problem.task);
  const keep = pruning && pruneShareOf(pruning.prune, pruning.options);
  const { seed } = context;
  // Another seed: the two sets of rows must be drawn independently.
  const { grown, validation: kept } = setAside(problem, keep, seed ^ 0x5bd1e995);
  const job = { learner, options, context, ...setAside(grown, learner.validationShare?.(options), seed) };
  return kept ? { ...job, kept } : job;
}

/** Runs a job of a tree learner with an engine of your own; `pruners` are threads that help to prune. */
export function fitWith(job: FitJob, engineOf: (problem: Problem) => Engine, pruners?: Team): TreeModel {
  const steps = fitSteps(job);
  let step = steps.next();
  while (!step.done) {
    const models = step.value.map((tree) => growTree(tree(), engineOf));
    step = steps.next(pruners ? Object.assign(models, { team: pruners }) : models);
  }
  return step.value;
}

/** The same with an asynchronous engine. */
export async function fitWithAsync(
  job: FitJob,
  engineOf: (problem: Problem) => AsyncEngine,
): Promise<TreeModel> {
  const steps = fitSteps(job);
  let step = steps.next();
  while (!step.done) {
    const models: TreeModel[] = [];
    for (const tree of step.value) models.push(await growTreeAsync(tree(), engineOf));
    step = steps.next(models);
  }
  return step.value;
}

/** One of the trees that a fit asks for. */
export function growTree(job: FitJob, engineOf: (problem: Problem) => Engine): TreeModel {
  const ready = prepared(job);
  const work = rowWork(ready);
  if (work)
    return modelOf(
      ready,
      runSlices(work, (done) => report(ready, done)),
    );
  const engine = withValidation(engineOf(ready.grown), ready.validation && engineOf(ready.validation));
  return modelOf(ready, drive(conversationOf(ready, engine.facts), engine));
}

/** By which rules the learner asks the engine for the whole tree of the job's rows, if it asks for that and no more. */
export function wholeTreeRules(job: FitJob): SubtreeRules | undefined {
  const ready = prepared(job);
  const isAsItWas = ready.derived === undefined && haveSameCells(ready.grown, job.grown);
  if (!isAsItWas || ready.validation || !isConversing(ready.learner)) return undefined;
  const engine = new MemoryEngine(ready.grown);
  const learning = conversationOf(ready, engine.facts);
  let step = learning.next();
  while (!step.done && step.value.ask === "summarise") step = learning.next(engine.answer(step.value));
  if (step.done || step.value.ask !== "subtree") return undefined;
  const { nodes, rules } = step.value;
  return nodes.length === 1 && nodes[0].node === 0 ? rules : undefined;
}

async function growTreeAsync(job: FitJob, engineOf: (problem: Problem) => AsyncEngine): Promise<TreeModel> {
  const ready = prepared(job);
  const work = rowWork(ready);
  const between = (done: number) => report(ready, done);
  if (work) return modelOf(ready, await runSlicesAsync(work, between, () => report(ready)));
  const engine = withValidation(engineOf(ready.grown), ready.validation && engineOf(ready.validation));
  return modelOf(ready, await driveAsync(conversationOf(ready, engine.facts), engine));
}

/** A tree to be grown. Its rows are collected on demand, since there may be many. */
export type TreeToGrow = () => FitJob;

/** What a fit requests: batches of independent trees, to be returned in the same order, until the model is complete. */
export type FitSteps = Generator<readonly TreeToGrow[], TreeModel, GrownTrees>;

/** The tree asked for, and those that pruning asks for on some of its rows. */
export function* fitSteps(job: FitJob): FitSteps {
  const model = withoutUnusedMeasures(yield* wholeSteps(job));
  const options = recorded(model.options);
  return options === model.options ? model : { ...model, options };
}

function* wholeSteps(job: FitJob): FitSteps {
  const { learner, options, grown } = job;
  // Afterwards no engine has the measures of strings.
  const hasStrings = stringAttributes(grown).length > 0;
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
  const seen = () => prepared(job).grown;
  const work = { ...pruning, grown, seen, ...(kept && { kept }), seed: context.seed };
  const folds = pruneFolds(work);
  const part = (of: FitJob, tree: number) => ({ ...of, context: partOf(context, tree, 1 + folds.length) });
  const foldTrees = folds.map(({ stay }, fold) => () => {
    const rows = setAside(stay(), learner.validationShare?.(options), context.seed);
    return part({ ...job, ...rows }, fold + 1);
  });
  return pruneGrown(yield [() => part(job, 0), ...foldTrees], folds, work);
}

function* oneTree(job: FitJob): FitSteps {
  const [model] = yield [() => job];
  return model;
}

/** Progress of one tree of several. */
function partOf(context: FitJob["context"], tree: number, trees: number): FitJob["context"] {
  const { onProgress } = context;
  return onProgress ? { ...context, onProgress: (done) => onProgress((tree + done) / trees) } : context;
}

/** What the options request before growth: missing values imputed, rows dropped, attributes added. */
export function prepared(job: FitJob): FitJob {
  const { learner, options, grown, validation } = job;
  const choices = learner.missing?.(options);
  const ready = choices ? { ...job, ...prepareMissing(grown, validation, choices) } : job;
  const combined = { ...ready, ...addCombinations(ready, learner.combinations?.(options) ?? 1) };
  const wide = { ...combined, ...addComponents(combined, learner.components?.(options) ?? 0) };
  return learner.strings ? wide : { ...wide, ...addStringPool(wide, options, job.context.seed) };
}

/** The work of a learner that reads the rows itself. */
function rowWork({ learner, options, grown, context }: FitJob): RowTreeWork | undefined {
  if (isConversing(learner)) return undefined;
  const { seed, team } = context;
  return learner.learnRows(options, { problem: grown, seed, ...(team && { team }) });
}

function report({ learner, context }: FitJob, done?: number): void {
  checkSignal(context.signal, learner.name);
  if (done !== undefined) context.onProgress?.(done);
}

function conversationOf({ learner, options, grown, context }: FitJob, facts: EngineFacts) {
  if (!isConversing(learner)) throw new Error(`${learner.name} reads rows`);
  return learner.learn(options, { ...context, problem: grown, facts });
}

/** Validation rows are drawn at random, depending on the seed and the row's position alone; at least one row stays on each side. */
function setAside(
  problem: Problem,
  share: number | undefined,
  seed: number,
): { grown: Problem; validation?: Problem } {
  if (share === undefined || problem.rows < 2) return { grown: problem };
  const rng = random(seed);
  const aside: number[] = [];
  const stay: number[] = [];
  for (let row = 0; row < problem.rows; row++) (rng.uniform() < share ? aside : stay).push(row);
  if (stay.length === 0) stay.push(aside.pop()!);
  if (aside.length === 0) aside.push(stay.pop()!);
  return { grown: problemRows(problem, stay), validation: problemRows(problem, aside) };
}

/** Whether leaves predict by formulas. Trees as columns do not, and are not unfolded to find out. */
function hasAnswers(learned: Learned): boolean {
  return columnMakerOf(learned) === undefined && learned.nodes.some(({ answer }) => answer !== undefined);
}

/** The classes of formulas are the levels of their attribute. */
function stepOf(measure: Measure, attribute: number): MeasureStep {
  if (measure.kind === "largest") return { kind: measure.kind, attribute, of: measure.of };
  const { kind, ...rest } = measure;
  return { kind, attribute, ...rest } as MeasureStep;
}

function modelOf(job: FitJob, learned: Learned): TreeModel {
  const { learner, options, grown, context, derived } = job;
  const { measures = [], added = [] } = learned;
  const attributes = grown.attributes.map(columnSchema);
  const target = columnSchema(grown.target.column);
  const measured = measures.map((measure, i) => stepOf(measure, attributes.length + i));
  const steps = [...measured, ...added.map(({ step }) => step)];
  const head: Omit<TreeModel, "nodes"> = {
    format: "coppice-tree",
    version: 2,
    learner: learner.name,
    options,
    task: grown.task,
    target,
    attributes: [
      ...attributes,
      ...measureColumns(measures, attributes, target),
      ...added.map(({ schema }) => schema),
    ],
    ...(learned.leafError && { leafError: learned.leafError }),
    training: { rows: grown.rows, weight: grown.totalWeight, seed: context.seed },
    ...(learned.costs && { costs: learned.costs }),
    ...(learned.optimality && { optimality: learned.optimality }),
    ...(learned.hardening && { hardening: learned.hardening }),
    ...((steps.length > 0 || hasAnswers(learned)) && {
      spreads: spreadsOf(grown.attributes, grown.weights),
    }),
    ...((derived || steps.length > 0) && { derived: [...(derived ?? []), ...steps] }),
  };
  return withNodesOf(head, learned);
}
