import { totalmem } from "node:os";
import type { DataHandle } from "../../engine/data.js";
import { type Problem, prepare } from "../../engine/problem.js";
import type { Checkpoints } from "../../learn/ensemble/checkpoint.js";
import { keptBy } from "../../learn/ensemble/keptBy.js";
import { fitData } from "../../learn/fit.js";
import {
  type EnsembleLearner,
  isConversing,
  isTreeLearner,
  type Learner,
  learnerUnder,
  type OnProgress,
} from "../../learn/learner.js";
import { needsRows } from "../../learn/needsRows.js";
import { checkOptions } from "../../learn/options.js";
import { learnerNamed } from "../../learn/registry.js";
import type { Model } from "../../model/model.js";
import { columnOf, type Table } from "../../table/table.js";
import type { NodeTeam } from "../nodeTeam.js";
import type { FitSpec } from "../trial.js";
import { WORKERS } from "../workerFile.js";
import { WorkerPool } from "../workerPool.js";
import { type BlockData, blockData } from "./boost/blockData.js";
import { takenBesides } from "./budget.js";
import { codedBytes, diskData } from "./diskData.js";

export interface DiskRequest extends FitSpec {
  /** Bytes; default: half of the machine's. */
  readonly memory?: number | undefined;
  readonly scratch?: string | undefined;
  readonly threads?: number | undefined;
  readonly team?: NodeTeam | undefined;
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
  /** For ensembles. */
  readonly checkpoint?: Checkpoints | undefined;
  /** Called when all cells are in scratch files: the table is not read any more. */
  readonly onCoded?: () => void;
}

/** Learns a tree from codes on disk, and does something with its rows. The model is that of the memory engine. */
export async function fitOnDisk<T>(
  table: Table,
  request: DiskRequest,
  use: (model: Model, data: DataHandle | BlockData, team: NodeTeam | undefined) => T | Promise<T>,
): Promise<T> {
  const { memory = usualMemory(), scratch, threads, team: given, checkpoint, onCoded, ...spec } = request;
  const learner = learnerUnder(learnerNamed(spec.learner), spec.options);
  if (!fromDisk(learner)) throw needsRows(learner);
  const pool = new WorkerPool(table, threads, WORKERS, given);
  try {
    const { team } = await pool.team(1);
    const isBoosted = learner.kind === "ensemble" && learner.boosts === true;
    const problem = withTarget(prepare(table, spec));
    const forest =
      learner.kind === "ensemble" && !isBoosted ? forestBytes(learner, problem, spec) : undefined;
    const { model = 0, perRow = 0 } = forest ?? {};
    const options = {
      ...{ memory, besides: () => takenWith(model, memory), perRow },
      ...(scratch !== undefined && { scratch }),
      ...(team && { team }),
    };
    const keeping =
      learner.kind === "ensemble" && checkpoint ? keptBy(checkpoint, learner, problem, spec) : {};
    const data = isBoosted ? blockData(problem, options, onCoded) : diskData(problem, options);
    try {
      if (!isBoosted) onCoded?.();
      return await use(await fitData(data, { ...spec, ...keeping, ...(team && { team }) }), data, team);
    } finally {
      await data.close?.();
    }
  } finally {
    await pool.close();
  }
}

export function usualMemory(): number {
  return Math.floor(totalmem() / 2);
}

/** Whether the rows may be on disk while this learner learns. */
export function learnsFromDisk({ learner: name, options }: Pick<FitSpec, "learner" | "options">): boolean {
  const learner = learnerUnder(learnerNamed(name), options);
  return fromDisk(learner);
}

export function fromDisk(learner: Learner): boolean {
  if (learner.kind === "ensemble") return learner.learnData !== undefined;
  return isTreeLearner(learner) && isConversing(learner);
}

/** The target is needed all the time: it stays in memory, whatever is elsewhere. */
function withTarget(problem: Problem): Problem {
  const { target } = problem;
  return { ...problem, target: { ...target, column: { ...target.column } } as Problem["target"] };
}

/**
 * Bytes of a node of a packed tree, most of them when it is laid out for predictions; nodes per row of a full tree on noisy classes; bytes
 * per row of a bag and of who is not in it.
 */
const PER_NODE = 48;
/** What of it there is while trees are grown. */
const GROWN_SHARE = 20 / 48;
const NODES_PER_ROW = 0.3;
const PER_BAG_ROW = 36;

/**
 * What the process takes besides rows while trees are grown, with a model of so many bytes in the end. When it is laid out, the room that
 * rows had is free again: where that is half of all, nothing is kept for it before.
 */
function takenWith(model: number, memory: number): number {
  const besides = takenBesides();
  return besides + (2 * model <= memory - besides ? GROWN_SHARE * model : model);
}

/** About what a forest takes besides rows: its trees; and per row what the trees say of it. */
function forestBytes(
  learner: EnsembleLearner,
  { rows, target }: Problem,
  spec: FitSpec,
): { readonly model: number; readonly perRow: number } {
  const outputs = target.kind === "classes" ? target.column.levels.length : 2;
  return { model: forestModelBytes(learner, rows, spec), perRow: PER_BAG_ROW + 8 * outputs };
}

export function forestModelBytes(
  learner: EnsembleLearner,
  rows: number,
  { options: given = {} }: FitSpec,
): number {
  const options = checkOptions(learner, given) as { trees?: number; maxDepth?: number; minLeaf?: number };
  const { trees = 1, maxDepth = Number.POSITIVE_INFINITY, minLeaf = 1 } = options;
  const nodes = Math.min((NODES_PER_ROW * rows) / Math.max(1, minLeaf), 2 ** (maxDepth + 1));
  return Math.ceil(PER_NODE * trees * nodes);
}

/** Bytes that the codes of the table take if that is more than there may be, and the learner can do without; otherwise undefined. */
export function outgrows(table: Table, spec: FitSpec, memory = usualMemory()): number | undefined {
  if (!learnsFromDisk(spec)) return undefined;
  const attributes = spec.attributes?.map((name) => columnOf(table, name)) ?? table.columns;
  const bytes = codedBytes(table.rows, attributes);
  return bytes > memory ? bytes : undefined;
}
