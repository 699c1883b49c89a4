import { CoppiceError } from "../../base/errors.js";
import { drive, driveAsync } from "../../engine/drive.js";
import type { Conversation } from "../../engine/port.js";
import type { Team } from "../../kernels/team.js";
import type { TreeModel } from "../../model/tree.js";
import { tableAttributes } from "../../predict/cells.js";
import type { Table } from "../../table/table.js";
import { chosenOptions } from "../applies.js";
import { fitJob } from "../fit.js";
import type { LearnContext, OnProgress } from "../learner.js";
import type { Plan } from "../plan.js";
import { prepared } from "../preparedJob.js";
import { tableLike } from "../prune/prune.js";
import { learnerNamed } from "../registry.js";
import { checkSignal } from "../slices.js";
import { stringAttributes } from "../strings/stringAttributes.js";
import type { FitJob } from "../treeJob.js";
import { isPartLearner, type PartLearner } from "../treeLearner.js";
import { yieldingEngine } from "../yieldingEngine.js";

export interface EditOptions {
  /** The column with the row weights, if the tree was learned with one. */
  readonly weight?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  /** Threads to work on; the model is the same without. */
  readonly team?: Team;
}

/** The rows that a tree was grown from, and how: what it takes to grow a part of it anew. */
export interface Session {
  readonly learner: PartLearner;
  /** As growth saw the rows. */
  readonly job: FitJob;
  /** Rows kept for pruning are as they came. */
  readonly raw: FitJob;
  readonly options: EditOptions;
}

const cache = new WeakMap<Table, { readonly key: string; readonly session: Session }>();

/**
 * The last one of each table is remembered, with all that engines keep with its columns: a page edits the same tree again and
 * again.
 */
export function sessionFor(model: TreeModel, table: Table, options: EditOptions): Session {
  const { learner, options: set, target, attributes, training } = model;
  const key = JSON.stringify([learner, set, target, attributes, training, options.weight]);
  const known = cache.get(table);
  if (known?.key === key) return { ...known.session, options };
  const session = makeSession(model, table, options);
  cache.set(table, { key, session });
  return session;
}

function makeSession(model: TreeModel, table: Table, options: EditOptions): Session {
  const learner = partLearner(model);
  const { weight } = options;
  const raw = fitJob(tableLike(model, table, weight), {
    learner: model.learner,
    target: model.target.name,
    attributes: tableAttributes(model).map(({ name }) => name),
    options: chosenOptions(learner.options, model.options),
    seed: model.training.seed,
    ...(weight !== undefined && { weight }),
  });
  if (stringAttributes(raw.grown.task).length > 0)
    throw unsupported(model, "tests of strings are found as the whole tree grows");
  if (raw.edges) throw unsupported(model, "its numbers were coded in bins");
  if (raw.validation)
    throw unsupported(model, "validation rows stopped the growth of the whole tree, layer by layer");
  const job = prepared(raw);
  checkRows(model, job);
  return { learner, job, raw, options };
}

/** The learner of a tree, if it can grow parts of one. */
function partLearner(model: TreeModel): PartLearner {
  const learner = learnerNamed(model.learner);
  const { missing, missingAtPrediction = "asTrained" } = model.options as Record<string, unknown>;
  // Surrogates found anew may differ from those of training, because edits may have excluded attributes since.
  if (missing === "surrogate" && missingAtPrediction !== "asTrained")
    throw unsupported(model, "it does not contain the surrogates by which its rows were divided");
  if (isPartLearner(learner)) return learner;
  throw unsupported(model, `${model.learner} grows trees as a whole`);
}

function unsupported({ learner }: TreeModel, why: string): CoppiceError {
  return new CoppiceError(
    "EDIT_UNSUPPORTED",
    `a part of this tree cannot be refitted: ${why}; it can be pruned, labelled, locked and annotated`,
    { name: learner, rule: "a tree by cart, c45 or id3, without strings" },
  );
}

function checkRows({ training, nodes }: TreeModel, { grown: { task: grown } }: FitJob): void {
  const slack = 1e-6 * nodes[0].weight;
  if (grown.rows === training.rows && Math.abs(grown.totalWeight - nodes[0].weight) <= slack) return;
  throw otherRows(nodes[0].weight, grown.totalWeight, "root");
}

/** Parts of a tree are refitted from the rows of the whole, or the whole would not be about any rows. */
export function otherRows(expected: number, found: number, node: string): CoppiceError {
  return new CoppiceError(
    "MODEL_MISMATCH",
    `editing needs the rows that the tree was grown from: those at ${node} weigh ${expected}, and those of the table ${found}`,
    { name: "table", rule: `rows of weight ${expected}`, value: found },
  );
}

/** What is asked about the rows of a session. */
export type Questions<T> = (plan: Plan, context: LearnContext) => Conversation<T>;

export function run<T>(session: Session, questions: Questions<T>): T {
  const { job, options } = session;
  const engine = job.grown.engine(options);
  return drive(conversation(session, engine.facts, questions), engine);
}

/** The same with pauses, so that a page stays responsive. */
export function runAsync<T>(session: Session, questions: Questions<T>): Promise<T> {
  const { job, options } = session;
  const engine = yieldingEngine(job.grown.engine(options));
  return driveAsync(conversation(session, engine.facts, questions), engine);
}

function* conversation<T>(
  { learner, job, options }: Session,
  facts: LearnContext["facts"],
  questions: Questions<T>,
): Conversation<T> {
  const { signal, onProgress } = options;
  checkSignal(signal, "the edit");
  const context: LearnContext = {
    task: job.grown.task,
    ...(job.grown.local && { rows: job.grown.local.problem }),
    facts,
    seed: job.context.seed,
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  };
  const plan = yield* learner.plan(job.options, context);
  return yield* questions(plan, context);
}
