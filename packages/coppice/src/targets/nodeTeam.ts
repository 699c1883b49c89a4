import { availableParallelism } from "node:os";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { CoppiceError, mustBe } from "../base/errors.js";
import { MOST_THREADS } from "../kernels/control.js";
import type { ThreadStart } from "../kernels/serve.js";
import { SharedTeam } from "../kernels/sharedTeam.js";

export interface NodeTeamOptions {
  /** The calling thread included (default: as many as the machine has cores). */
  readonly threads?: number;
  /** The file that the threads run. */
  readonly worker?: URL;
}

const WORKER = new URL("./teamWorker.js", import.meta.url);

interface Member {
  readonly worker: Worker;
  /** Its other end is the worker's, and is closed with it. */
  lifeline: MessagePort;
  readonly started: Promise<void>;
}

/**
 * Node's worker threads as a team. The threads start while the caller goes on, and take part in the jobs that begin
 * when they are up. They do not keep the process alive.
 */
export class NodeTeam extends SharedTeam {
  private readonly members: Member[];

  constructor({ threads = availableParallelism(), worker = WORKER }: NodeTeamOptions = {}) {
    if (!Number.isInteger(threads) || threads < 1) {
      throw mustBe("OPTION_RANGE", "threads", "an integer ≥ 1", threads);
    }
    super(Math.min(threads, MOST_THREADS));
    this.members = Array.from({ length: this.size - 1 }, (_, index) => this.hire(worker, index));
  }

  private hire(url: URL, index: number): Member {
    const { port1: lifeline, port2: end } = new MessageChannel();
    const start: ThreadStart = { memory: this.heap.memory, index };
    const worker = new Worker(url, {
      workerData: { ...start, end },
      transferList: [end],
      // A loader that the program was started with is of no use here, and slow.
      execArgv: [],
    });
    worker.unref();
    lifeline.unref();
    const started = new Promise<void>((resolve, reject) => {
      worker.once("message", () => resolve());
      worker.once("error", (error) => reject(this.lost(error.message)));
      worker.once("exit", () => reject(this.lost("it was ended")));
    });
    started.catch(() => {});
    return { worker, lifeline, started };
  }

  /** A thread that ended while the owner could be told. */
  private lost(why: string): CoppiceError {
    const message = `a thread ended: ${why}`;
    this.workAlone(message);
    return new CoppiceError("THREAD_DIED", message);
  }

  /** Resolves when all threads are up. */
  async ready(): Promise<this> {
    await Promise.all(this.members.map(({ started }) => started));
    return this;
  }

  protected override send(module: WebAssembly.Module): void {
    for (const { worker } of this.members) worker.postMessage(module);
  }

  /**
   * While the owner waits it gets no events, so it cannot be told that a worker has ended. But the end of the
   * worker's port closes ours, and a closed port cannot be sent on: not even to ourselves.
   */
  protected override isAlive(index: number): boolean {
    const member = this.members[index];
    try {
      receiveMessageOnPort(member.lifeline);
      const { lifeline } = structuredClone({ lifeline: member.lifeline }, { transfer: [member.lifeline] });
      member.lifeline = lifeline;
      lifeline.unref();
      return true;
    } catch {
      return false;
    }
  }

  /** Ends the threads. What still runs on the team then runs on the calling thread alone. */
  async close(): Promise<void> {
    this.workAlone("the team was closed");
    this.isTold = true;
    await Promise.all(this.members.map(({ worker }) => worker.terminate()));
    for (const { lifeline } of this.members) lifeline.close();
  }
}
