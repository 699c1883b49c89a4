import type { BoostFacts, BoostRows, FactsRequest } from "../../../engine/boost/port.js";
import type { Problem } from "../../../engine/problem.js";
import type { LearningTask } from "../../../engine/task.js";
import { Borrowed } from "../../../kernels/drivers/boost/borrow.js";
import { KernelBooster } from "../../../kernels/drivers/boost/kernelBooster.js";
import type { PlanRows } from "../../../kernels/drivers/boost/plan.js";
import { kernelsUsable } from "../../../kernels/support.js";
import type { Team } from "../../../kernels/team.js";
import { columnSchema } from "../../../table/column.js";
import { SAMPLE } from "../../coding/quantileEdges.js";
import type { EnsembleContext, EnsembleDataWork, EnsembleWork } from "../../learner.js";
import { addPacked } from "./addPacked.js";
import { AskedRounds, asked } from "./askedRounds.js";
import { baseQuantile } from "./base.js";
import { Boosting } from "./boosting.js";
import { edgesKey, keyFor } from "./chance.js";
import { factsOf, holdBack } from "./facts.js";
import { kernelKnows } from "./kernelKnows.js";
import { KernelRounds } from "./kernelRounds.js";
import type { BoostOptions } from "./options.js";
import { type Planned, planned } from "./planned.js";
import { resolveLoss } from "./resolve.js";
import type { Rounds } from "./rounds.js";
import { TwinRows } from "./twin.js";

export interface BoostContext extends EnsembleContext {
  /** Rows from which on kernels are used, where they can be: all tables. */
  readonly kernelRows?: number;
  /** Cells from which on threads share the work. */
  readonly threadCells?: number;
}

/** What boosting is given where rows are asked. */
export interface BoostDataContext extends Pick<EnsembleContext, "seed" | "team" | "resume"> {
  readonly task: LearningTask;
  readonly rows: BoostRows;
}

/** With fewer cells in the trees of a round threads would wait for each other longer than they work. */
const THREAD_CELLS = 2 ** 17;

/** At most: two classes need one tree. */
function treesPerRound({ target }: Problem): number {
  return target.kind === "classes" && target.column.levels.length > 2 ? target.column.levels.length : 1;
}

/** Gradient boosting (Friedman 2001): a slice is a round. */
export function* boost(options: BoostOptions, context: BoostContext): EnsembleWork {
  const { rows, attributes } = context.problem;
  const able = kernelsUsable() && kernelKnows(options) && fits(options, context);
  if (!able || rows < (context.kernelRows ?? 0)) {
    return yield* fromMemory(options, context, undefined);
  }
  const cells = rows * attributes.length * treesPerRound(context.problem);
  const alone = cells < (context.threadCells ?? THREAD_CELLS);
  const borrowed = new Borrowed(context.team, alone);
  try {
    return yield* fromMemory(options, context, borrowed.team, () => borrowed.settle());
  } finally {
    borrowed.giveBack();
  }
}

/** Whether the tallies of all leaves, and the rows, have room in the memory of kernels, which ends at 4 GiB. */
function fits({ maxLeaves }: BoostOptions, { problem, team }: BoostContext): boolean {
  const { rows, attributes, target } = problem;
  const outputs = target.kind === "classes" ? target.column.levels.length : 1;
  const levels = attributes.reduce((sum, a) => sum + (a.type === "numeric" ? 0 : a.levels.length), 0);
  const slot = 2048 * attributes.length + 8 * levels;
  const row = 56 + 6 * attributes.length + 12 * outputs;
  // Besides the leaves' tallies there are those that threads make ahead, and those that they merge.
  const slots = Math.min(maxLeaves, rows) + 8 + (team?.size ?? 1);
  return slot * slots + row * rows < 3.5 * 2 ** 30;
}

/** What is asked of rows before there are bins. */
function factsRequest(options: BoostOptions, task: LearningTask, seed: number): FactsRequest {
  const { validation } = options;
  // Neither depends on the unit.
  const { name, parameter } = resolveLoss(task, options, 1);
  const quantile = baseQuantile(name, parameter);
  return {
    ask: "facts",
    ...(validation !== undefined && {
      held: { key: keyFor("held", seed), limit: validation * 4294967296 },
    }),
    sample: { key: edgesKey(seed), most: SAMPLE },
    ...(quantile !== undefined && { quantile }),
  };
}

function* fromMemory(
  options: BoostOptions,
  context: BoostContext,
  team: Team | undefined,
  settled?: () => void,
): EnsembleWork {
  const { problem, seed, continueFrom } = context;
  const task = { ...problem, attributes: problem.attributes.map(columnSchema) };
  const request = factsRequest(options, task, seed);
  const order = holdBack(problem.rows, request.held);
  const facts = factsOf(problem, request, order);
  const made = planned(options, { task, facts, seed, ...(continueFrom && { continueFrom }) }, team);
  const rows = planRows(problem, order.order, made.unit);
  const rounds = roundsOf(problem, made, rows, team);
  settled?.();
  const boosting = new Boosting(options, { ...context, task }, made, rounds, rows.keys);
  const addKept = (tree: number, output: number) =>
    addPacked(boosting.kept!, tree, problem, rows.keys, made.unit, rounds.scores!(output));
  return yield* withoutWaiting(boosting.run(addKept));
}

function roundsOf(problem: Problem, made: Planned, rows: PlanRows, team: Team | undefined): Rounds {
  const { plan, base } = made;
  const { attributes } = problem;
  if (team) return new KernelRounds(new KernelBooster(team, plan, attributes, rows), plan, rows, base);
  const twin = new TwinRows(plan, attributes, rows, base);
  return Object.assign(new AskedRounds(twin, plan), { scores: (output: number) => twin.scores(output) });
}

/** Work on rows in memory never waits. */
function* withoutWaiting(work: EnsembleDataWork): EnsembleWork {
  let step = work.next();
  for (; !step.done; step = work.next()) {
    if ("waits" in step.value) throw new Error("rows in memory answer at once");
    yield step.value;
  }
  return step.value;
}

/** Boosting from rows that are asked, wherever they are. */
export function* boostRows(options: BoostOptions, { rows, ...context }: BoostDataContext): EnsembleDataWork {
  const { task, seed, team } = context;
  const facts: BoostFacts = yield* asked(rows, factsRequest(options, task, seed));
  const made = planned(options, { task, facts, seed }, team);
  const { plan, unit, base } = made;
  const { attributes, loss, maxLeaves } = plan;
  yield* asked(rows, { ask: "code", attributes, loss, unit, base, maxLeaves });
  return yield* new Boosting(options, context, made, new AskedRounds(rows, plan), undefined).run();
}

function inOrder(values: ArrayLike<number>, order: Int32Array | undefined): Float64Array {
  return order ? Float64Array.from(order, (row) => values[row]) : Float64Array.from(values);
}

function planRows({ target, weights }: Problem, order: Int32Array | undefined, unit: number): PlanRows {
  return {
    targets: targetsOf(target, order, unit),
    ...(weights && { weights: inOrder(weights, order) }),
    ...(order && { keys: order }),
  };
}

/** The column's own cells where they can stay as they are: a copy would be the second. */
function targetsOf(
  target: Problem["target"],
  order: Int32Array | undefined,
  unit: number,
): PlanRows["targets"] {
  const cells = target.kind === "classes" ? target.column.codes : target.column.values;
  if (order === undefined && unit === 1) return cells;
  const values = inOrder(cells, order);
  if (unit !== 1) for (let i = 0; i < values.length; i++) values[i] /= unit;
  return values;
}
