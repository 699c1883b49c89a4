import { availableParallelism } from "node:os";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { CoppiceError, mustBe } from "../base/errors.js";
import { MOST_THREADS } from "../kernels/control.js";
import type { ThreadStart } from "../kernels/serve.js";
import { SharedTeam } from "../kernels/sharedTeam.js";
import type { TableShape } from "../table/tableShape.js";
import { workerFile } from "./workerFile.js";

export interface NodeTeamOptions {
  /** Including the calling thread. Default: one per core. */
  readonly threads?: number;
  /** The file that the threads run. */
  readonly worker?: URL;
  /** What the table to learn a tree from is expected to be like: one thread makes the kernel ready while it starts. */
  readonly shape?: TableShape | undefined;
}

const teamWorker = () => workerFile("teamWorker");

interface Member {
  readonly worker: Worker;
  /** The worker holds the other port, which closes when it ends. */
  lifeline: MessagePort;
  readonly started: Promise<void>;
}

/**
 * Node's worker threads as a team. The threads start in the background, and take part in the jobs that begin once they
 * are ready. They do not keep the process alive.
 */
export class NodeTeam extends SharedTeam {
  private readonly members: Member[];

  constructor({ threads = availableParallelism(), worker = teamWorker(), shape }: NodeTeamOptions = {}) {
    if (!Number.isInteger(threads) || threads < 1) {
      throw mustBe("OPTION_RANGE", "threads", "an integer ≥ 1", threads);
    }
    super(Math.min(threads, MOST_THREADS));
    this.members = Array.from({ length: this.size - 1 }, (_, index) =>
      this.startWorker(worker, {
        ...{ memory: this.heap.memory, index },
        ...(shape && index === 0 && { shape }),
      }),
    );
  }

  private startWorker(url: URL, start: ThreadStart): Member {
    const { port1: lifeline, port2: end } = new MessageChannel();
    const worker = new Worker(url, {
      workerData: { ...start, end },
      transferList: [end],
      // A loader that the program was started with is useless here, and slow.
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

  /** A thread ended while the owner could receive events. */
  private lost(why: string): CoppiceError {
    const message = `a thread ended: ${why}`;
    this.workAlone(message);
    return new CoppiceError("THREAD_DIED", message);
  }

  /** Resolves when all threads are ready. */
  async ready(): Promise<this> {
    await Promise.all(this.members.map(({ started }) => started));
    return this;
  }

  protected override send(module: WebAssembly.Module): void {
    for (const { worker } of this.members) worker.postMessage(module);
  }

  /**
   * While the owner waits it receives no events, so it gets no message that a worker has ended. But when the worker's
   * port closes, ours closes too, and a closed port cannot be transferred: not even to ourselves.
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
    this.isReported = true;
    await Promise.all(this.members.map(({ worker }) => worker.terminate()));
    for (const { lifeline } of this.members) lifeline.close();
  }
}
