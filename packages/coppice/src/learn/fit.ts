import { CoppiceError } from "../base/errors.js";
import { random } from "../base/random.js";
import { drive, driveAsync } from "../engine/drive.js";
import { withHeld } from "../engine/held.js";
import { MemoryEngine } from "../engine/memory/engine.js";
import type { AsyncEngine, Engine, EngineFacts } from "../engine/port.js";
import { type Problem, type ProblemRequest, prepare, problemRows } from "../engine/problem.js";
import type { TreeModel, TreeNode } from "../model/tree.js";
import type { Column } from "../table/column.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Table } from "../table/table.js";
import type { LearnContext, Learner } from "./learner.js";
import { checkOptions } from "./options.js";
import { learnerNamed } from "./registry.js";

export interface FitRequest extends ProblemRequest {
  /** A learner's name, or a learner of your own. */
  readonly learner: string | Learner;
  readonly options?: Readonly<Record<string, unknown>>;
  /** For whatever is left to chance; the same seed gives the same model. */
  readonly seed?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

/** Learns a model from a table in memory. */
export function fit(table: Table, request: FitRequest): TreeModel {
  return fitWith(fitJob(table, request), (problem) => new MemoryEngine(problem));
}

/** A fit made ready: everything checked, nothing learned. */
export interface FitJob {
  readonly learner: Learner;
  readonly options: Readonly<Record<string, unknown>>;
  /** The rows to learn from. */
  readonly grown: Problem;
  /** Rows held back for the learner to watch its error on. */
  readonly held?: Problem;
  readonly context: Pick<LearnContext, "seed" | "signal" | "onProgress">;
}

export function fitJob(table: Table, request: FitRequest): FitJob {
  const learner = typeof request.learner === "string" ? learnerNamed(request.learner) : request.learner;
  const options = checkOptions(learner, request.options ?? {});
  const problem = prepare(table, request);
  checkTask(learner, problem);
  const { signal, onProgress, seed = 1 } = request;
  const context = { seed, ...(signal && { signal }), ...(onProgress && { onProgress }) };
  return { learner, options, context, ...holdBack(problem, learner.heldShare?.(options), seed) };
}

export function fitWith(job: FitJob, engineOf: (problem: Problem) => Engine): TreeModel {
  const engine = withHeld(engineOf(job.grown), job.held && engineOf(job.held));
  return modelOf(job, drive(conversationOf(job, engine.facts), engine));
}

/** The same conversation with an engine that answers later. */
export async function fitWithAsync(
  job: FitJob,
  engineOf: (problem: Problem) => AsyncEngine,
): Promise<TreeModel> {
  const engine = withHeld(engineOf(job.grown), job.held && engineOf(job.held));
  return modelOf(job, await driveAsync(conversationOf(job, engine.facts), engine));
}

function conversationOf({ learner, options, grown, context }: FitJob, facts: EngineFacts) {
  return learner.learn(options, { ...context, problem: grown, facts });
}

function checkTask(learner: Learner, problem: Pick<Problem, "task" | "target">): void {
  if (learner.tasks.includes(problem.task)) return;
  const { column } = problem.target;
  const hint =
    problem.task === "regression" ? "; if its numbers are names of classes, declare it nominal" : "";
  throw new CoppiceError(
    "LEARNER_TASK",
    `${learner.name} does ${learner.tasks.join(" and ")}, but the target ${JSON.stringify(column.name)} is ${column.type}, which asks for ${problem.task}${hint}`,
    { name: learner.name, rule: learner.tasks.join(" or "), value: problem.task },
  );
}

/** Rows are held back by chance that hangs on the seed and the row's place alone; at least one row stays on each side. */
function holdBack(
  problem: Problem,
  share: number | undefined,
  seed: number,
): { grown: Problem; held?: Problem } {
  if (share === undefined || problem.rows < 2) return { grown: problem };
  const chance = random(seed);
  const back: number[] = [];
  const stay: number[] = [];
  for (let row = 0; row < problem.rows; row++) (chance.uniform() < share ? back : stay).push(row);
  if (stay.length === 0) stay.push(back.pop()!);
  if (back.length === 0) back.push(stay.pop()!);
  return { grown: problemRows(problem, stay), held: problemRows(problem, back) };
}

function modelOf({ learner, options, grown, context }: FitJob, nodes: readonly TreeNode[]): TreeModel {
  return {
    format: "coppice-tree",
    version: 1,
    learner: learner.name,
    options,
    task: grown.task,
    target: schemaOf(grown.target.column),
    attributes: grown.attributes.map(schemaOf),
    training: { rows: grown.rows, weight: grown.totalWeight, seed: context.seed },
    nodes,
  };
}

function schemaOf(column: Column): ColumnSchema {
  if (column.type === "numeric") return { name: column.name, type: "numeric" };
  return { name: column.name, type: column.type, levels: [...column.levels] };
}
