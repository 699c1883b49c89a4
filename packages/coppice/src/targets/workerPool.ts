import { availableParallelism } from "node:os";
import { kernelsUsable } from "../kernels/support.js";
import type { Table } from "../table/table.js";
import { NodeTeam } from "./nodeTeam.js";
import { hasWorkers, WORKERS, workerFile } from "./workerFile.js";

/** Cells × trees below which one thread is faster: another takes 50 to 200 ms to start. */
const SMALL = 1_000_000;

/** As many threads as requested, or as many as pay off. `small`: cells × trees below which one thread is faster. */
export function threadsFor(
  work: number,
  asked: number | undefined,
  { workers = WORKERS, small = SMALL }: { readonly workers?: URL; readonly small?: number } = {},
): number {
  const threads = asked ?? (work < small ? 1 : availableParallelism());
  return threads > 1 && hasWorkers(workers) ? threads : 1;
}

/** The threads of one task on a table. A team that is `given` is used, and stays open. */
export class WorkerPool {
  private made: Promise<NodeTeam> | undefined;

  constructor(
    private readonly table: Table,
    private readonly asked: number | undefined,
    readonly workers: URL,
    private readonly given?: NodeTeam,
  ) {}

  threadsFor(trees: number, small?: number): number {
    const { rows, columns } = this.table;
    const { workers } = this;
    return threadsFor(rows * columns.length * trees, this.asked, { workers, ...(small && { small }) });
  }

  /**
   * A team, if there is enough work, once all of its threads are ready; if work that was to have several threads takes one
   * thread no longer than the others may take to start, they join when they can.
   */
  async team(trees: number): Promise<{ team?: NodeTeam }> {
    const threads = this.threadsFor(trees);
    if (threads === 1 || !kernelsUsable()) return {};
    const { rows, columns } = this.table;
    const isLittle = rows * columns.length * trees < SMALL;
    if (this.given) return { team: isLittle ? this.given : await this.given.ready() };
    this.made ??= new NodeTeam({ threads, worker: workerFile("teamWorker", this.workers) }).ready();
    return { team: await this.made };
  }

  async close(): Promise<void> {
    await (await this.made?.catch(() => undefined))?.close();
  }
}
