import { availableParallelism } from "node:os";
import { kernelsUsable } from "../kernels/support.js";
import type { Table } from "../table/table.js";
import { NodeTeam } from "./nodeTeam.js";
import { hasWorkers, workerFile } from "./workerFile.js";

/** Cells × trees below which one thread is faster: another takes 50 to 200 ms to start. */
const SMALL = 1_000_000;

/** The threads of one task on a table: as many as requested, or as many as pay off. */
export class WorkerPool {
  private made: Promise<NodeTeam> | undefined;

  constructor(
    private readonly table: Table,
    private readonly asked: number | undefined,
    readonly workers: URL,
  ) {}

  /** `small`: cells × trees below which one thread is faster. */
  threadsFor(trees: number, small = SMALL): number {
    const { rows, columns } = this.table;
    const threads = this.asked ?? (rows * columns.length * trees < small ? 1 : availableParallelism());
    return threads > 1 && hasWorkers(this.workers) ? threads : 1;
  }

  /** A team, if there is enough work, once all of its threads are ready. */
  async team(trees: number): Promise<{ team?: NodeTeam }> {
    const threads = this.threadsFor(trees);
    if (threads === 1 || !kernelsUsable()) return {};
    this.made ??= new NodeTeam({ threads, worker: workerFile("teamWorker", this.workers) }).ready();
    return { team: await this.made };
  }

  async close(): Promise<void> {
    await (await this.made?.catch(() => undefined))?.close();
  }
}
