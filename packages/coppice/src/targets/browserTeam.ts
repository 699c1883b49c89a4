import { CoppiceError, mustBe } from "../base/errors.js";
import { MOST_THREADS } from "../kernels/control.js";
import type { ThreadStart } from "../kernels/serve.js";
import { SharedTeam } from "../kernels/sharedTeam.js";
import { SoloTeam, type Team } from "../kernels/team.js";

export interface BrowserTeamOptions {
  /** Including the calling thread. Default: one per core. */
  readonly threads?: number;
  /** Where a page gets the file that the threads run, `browserWorker.js` of this package. */
  readonly worker?: string | URL;
}

export interface ClosableTeam extends Team {
  close(): void;
}

let isLogged = false;

/**
 * A page's worker threads as a team, once they are ready. Memory can be shared only in a cross-origin isolated page (the
 * headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp); in any other the
 * team is the calling thread alone. While it works, the calling thread is busy: call it from a worker of your own, or
 * the page freezes.
 */
export async function browserTeam(options: BrowserTeamOptions = {}): Promise<ClosableTeam> {
  const { threads = navigator.hardwareConcurrency, worker } = options;
  if (!Number.isInteger(threads) || threads < 1) {
    throw mustBe("OPTION_RANGE", "threads", "an integer ≥ 1", threads);
  }
  if (threads > 1 && globalThis.crossOriginIsolated) return WebTeam.start(threads, worker);
  if (threads > 1 && !isLogged) {
    isLogged = true;
    console.debug("coppice: the page is not cross-origin isolated: all work is done on one thread");
  }
  return Object.assign(new SoloTeam(), { close() {} });
}

class WebTeam extends SharedTeam implements ClosableTeam {
  private readonly workers: Worker[] = [];

  static async start(threads: number, url: string | URL | undefined): Promise<WebTeam> {
    const team = new WebTeam(Math.min(threads, MOST_THREADS));
    const started = Array.from({ length: team.size - 1 }, (_, index) => team.startWorker(url, index));
    try {
      await Promise.all(started);
      return team;
    } catch (error) {
      team.close();
      throw error;
    }
  }

  private startWorker(url: string | URL | undefined, index: number): Promise<void> {
    // Written out, so that bundlers find the file.
    const worker = url
      ? new Worker(url, { type: "module" })
      : new Worker(new URL("./browserWorker.js", import.meta.url), { type: "module" });
    this.workers.push(worker);
    const start: ThreadStart = { memory: this.heap.memory, index };
    worker.postMessage(start);
    return new Promise((resolve, reject) => {
      worker.onmessage = () => resolve();
      worker.onerror = ({ message }) => {
        const why = `a thread ended: ${message ?? "its file cannot be loaded"}`;
        this.workAlone(why);
        reject(new CoppiceError("THREAD_DIED", why));
      };
    });
  }

  protected override send(module: WebAssembly.Module): void {
    for (const worker of this.workers) worker.postMessage(module);
  }

  /** A page's worker never ends before the page does. */
  protected override isAlive(): boolean {
    return true;
  }

  /** Ends the threads. What still runs on the team then runs on the calling thread alone. */
  close(): void {
    this.workAlone("the team was closed");
    this.isReported = true;
    for (const worker of this.workers) worker.terminate();
  }
}
