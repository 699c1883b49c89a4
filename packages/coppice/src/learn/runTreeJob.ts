import { type AsyncDataHandle, type DataHandle, localRows } from "../engine/data.js";
import { drive, driveAsync } from "../engine/drive.js";
import type { AsyncEngine, Engine, EngineFacts, SubtreeRules } from "../engine/port.js";
import { haveSameCells, type Problem } from "../engine/problem.js";
import { withValidation } from "../engine/validation.js";
import type { Team } from "../kernels/team.js";
import type { TreeModel } from "../model/tree.js";
import { learnedModel } from "./learnedModel.js";
import { isConversing, type RowTreeWork } from "./learner.js";
import { prepared } from "./preparedJob.js";
import type { OnLanded } from "./prune/kernelMovableTree.js";
import type { LandedRows } from "./prune/landedRows.js";
import { checkSignal, runSlices, runSlicesAsync } from "./slices.js";
import type { AnyData, FitJob } from "./treeJob.js";
import { fitSteps, type TreeToGrow } from "./treeSteps.js";
import { yieldingEngine } from "./yieldingEngine.js";

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
    const models = step.value.map((tree) => growTree(tree(), opening));
    step = steps.next(Object.assign(models, { team: pruners, onLanded }));
  }
  return step.value;
}

/** The same with engines that may answer later. */
export async function fitWithAsync(
  job: FitJob | FitJob<AsyncDataHandle>,
  engineOf?: (problem: Problem) => AsyncEngine,
): Promise<TreeModel> {
  const opening = engineOf ? (openingBy(engineOf) as Opening<Engine | AsyncEngine>) : openOwn;
  const elsewhere = job.grown.local ? undefined : await import("./prune/elsewhere.js");
  const steps = fitSteps(job as FitJob, elsewhere?.raisedSteps);
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
    return { model, landed: await elsewhere?.landRows(model, one) };
  }
}

/** Waits for all, whether or not one fails: what they use is closed afterwards. */
async function allDone<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
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
