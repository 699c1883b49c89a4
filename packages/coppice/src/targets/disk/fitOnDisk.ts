import { totalmem } from "node:os";
import { prepare } from "../../engine/problem.js";
import { fitData } from "../../learn/fit.js";
import { isConversing, isTreeLearner, learnerUnder, type OnProgress } from "../../learn/learner.js";
import { needsRows } from "../../learn/needsRows.js";
import { learnerNamed } from "../../learn/registry.js";
import type { Model } from "../../model/model.js";
import { columnOf, type Table } from "../../table/table.js";
import type { NodeTeam } from "../nodeTeam.js";
import type { FitSpec } from "../trial.js";
import { WORKERS } from "../workerFile.js";
import { WorkerPool } from "../workerPool.js";
import { codedBytes, diskData } from "./diskData.js";

export interface DiskRequest extends FitSpec {
  /** Bytes; default: half of the machine's. */
  readonly memory?: number | undefined;
  readonly scratch?: string | undefined;
  readonly threads?: number | undefined;
  readonly team?: NodeTeam | undefined;
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
}

/** Learns a tree from codes on disk. The model is that of the memory engine. */
export async function fitOnDisk(table: Table, request: DiskRequest): Promise<Model> {
  const { memory = usualMemory(), scratch, threads, team: given, ...spec } = request;
  const learner = learnerUnder(learnerNamed(spec.learner), spec.options);
  if (!isTreeLearner(learner) || !isConversing(learner)) throw needsRows(learner);
  const pool = new WorkerPool(table, threads, WORKERS, given);
  try {
    const { team } = await pool.team(1);
    const data = diskData(prepare(table, spec), {
      memory,
      ...(scratch !== undefined && { scratch }),
      ...(team && { team }),
    });
    try {
      return await fitData(data, { ...spec, ...(team && { team }) });
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

/** Bytes that the codes of the table take if that is more than there may be, and the learner can do without; otherwise undefined. */
export function outgrows(table: Table, spec: FitSpec, memory = usualMemory()): number | undefined {
  const learner = learnerUnder(learnerNamed(spec.learner), spec.options);
  if (!isTreeLearner(learner) || !isConversing(learner)) return undefined;
  const attributes = spec.attributes?.map((name) => columnOf(table, name)) ?? table.columns;
  const bytes = codedBytes(table.rows, attributes);
  return bytes > memory ? bytes : undefined;
}
