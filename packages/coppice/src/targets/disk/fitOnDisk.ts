import { totalmem } from "node:os";
import type { DataHandle } from "../../engine/data.js";
import { type Problem, prepare } from "../../engine/problem.js";
import { type Checkpoints, stateFrom } from "../../learn/ensemble/checkpoint.js";
import { fingerprint } from "../../learn/ensemble/fingerprint.js";
import { Keeper } from "../../learn/ensemble/keeper.js";
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
import type { DataRequest } from "../../learn/tableJob.js";
import type { Model } from "../../model/model.js";
import { columnOf, type Table } from "../../table/table.js";
import type { NodeTeam } from "../nodeTeam.js";
import type { FitSpec } from "../trial.js";
import { WORKERS } from "../workerFile.js";
import { WorkerPool } from "../workerPool.js";
import { type BlockData, blockData } from "./boost/blockData.js";
import { leftOf, takenBesides } from "./budget.js";
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
  use: (model: Model, data: DataHandle | BlockData) => T | Promise<T>,
): Promise<T> {
  const { memory = usualMemory(), scratch, threads, team: given, checkpoint, onCoded, ...spec } = request;
  const learner = learnerUnder(learnerNamed(spec.learner), spec.options);
  if (!fromDisk(learner)) throw needsRows(learner);
  const pool = new WorkerPool(table, threads, WORKERS, given);
  try {
    const { team } = await pool.team(1);
    const isBoosted = learner.kind === "ensemble" && learner.boosts === true;
    const problem = withTarget(prepare(table, spec));
    const options = {
      memory: leftOf(memory),
      besides: takenBesides(),
      perRow: learner.kind === "ensemble" ? perRowOf(problem) : 0,
      ...(scratch !== undefined && { scratch }),
      ...(team && { team }),
    };
    const keeping =
      learner.kind === "ensemble" && checkpoint ? keptBy(checkpoint, learner, problem, spec) : {};
    const data = isBoosted ? blockData(problem, options, onCoded) : diskData(problem, options);
    try {
      if (!isBoosted) onCoded?.();
      return await use(await fitData(data, { ...spec, ...keeping, ...(team && { team }) }), data);
    } finally {
      await data.close?.();
    }
  } finally {
    await pool.close();
  }
}

/** What goes on from a checkpoint, and writes others. The rows are looked at before they are coded. */
function keptBy(
  checkpoint: Checkpoints,
  learner: EnsembleLearner,
  problem: Problem,
  { options: given = {}, seed = 1 }: FitSpec,
): Pick<DataRequest, "resume" | "onSlice"> {
  const options = checkOptions(learner, given);
  const keeper = new Keeper({ checkpoint, learner, options, seed, problem });
  fingerprint(problem);
  const { resume } = checkpoint;
  return {
    ...(resume !== undefined && {
      resume: stateFrom(resume, { learner: learner.name, options, seed, problem }),
    }),
    onSlice: (slice) => (keeper.isDue() ? keeper.keep(slice) : undefined),
  };
}

export function usualMemory(): number {
  return Math.floor(totalmem() / 2);
}

/** Whether the rows may be on disk while this learner learns. */
export function learnsFromDisk({ learner: name, options }: Pick<FitSpec, "learner" | "options">): boolean {
  const learner = learnerUnder(learnerNamed(name), options);
  return fromDisk(learner);
}

function fromDisk(learner: Learner): boolean {
  if (learner.kind === "ensemble") return learner.learnData !== undefined;
  return isTreeLearner(learner) && isConversing(learner);
}

/** The target is needed all the time: it stays in memory, whatever is elsewhere. */
function withTarget(problem: Problem): Problem {
  const { target } = problem;
  return { ...problem, target: { ...target, column: { ...target.column } } as Problem["target"] };
}

/** Bytes per row that a forest takes: the bag, the rows that are not in it and where they end, and what the trees say of each. */
function perRowOf({ target }: Problem): number {
  return 48 + 8 * (target.kind === "classes" ? target.column.levels.length : 2);
}

/** Bytes that the codes of the table take if that is more than there may be, and the learner can do without; otherwise undefined. */
export function outgrows(table: Table, spec: FitSpec, memory = usualMemory()): number | undefined {
  if (!learnsFromDisk(spec)) return undefined;
  const attributes = spec.attributes?.map((name) => columnOf(table, name)) ?? table.columns;
  const bytes = codedBytes(table.rows, attributes);
  return bytes > memory ? bytes : undefined;
}
