import type { FromWorker, RequestName, Requests, ToWorker } from "./exchange.js";
import type { Fault } from "./protocol.js";

/** An error of the library, as the worker reported it. */
export class WorkError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: WorkError): void;
  onProgress?: ((done: number) => void) | undefined;
}

export interface CallOptions {
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** The page's end of the worker. If the worker dies, everything that waits for it fails with THREAD_DIED. */
export class WorkClient {
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | undefined;
  private next = 0;

  constructor(
    private readonly start: () => Worker,
    private readonly onDeath: () => void = () => {},
  ) {}

  /** Starts the worker if there is none: before the first request, its files are loaded meanwhile. */
  begin(): Worker {
    this.worker ??= this.listenTo(this.start());
    return this.worker;
  }

  call<N extends RequestName>(
    name: N,
    args: Requests[N]["args"],
    { onProgress, signal }: CallOptions = {},
  ): Promise<Requests[N]["result"]> {
    const worker = this.begin();
    const id = this.next++;
    return new Promise((resolve, reject) => {
      const stop = () => {
        worker.postMessage({ cancel: id } satisfies ToWorker);
        this.settle(id)?.reject(new WorkError({ code: "ABORTED", message: "stopped" }));
      };
      this.waiting.set(id, { resolve: resolve as (result: unknown) => void, reject, onProgress });
      signal?.addEventListener("abort", stop, { once: true });
      worker.postMessage({ id, name, args } satisfies ToWorker);
    });
  }

  /** Ends the worker at once, as a crash would. */
  kill(): void {
    this.worker?.terminate();
    this.fail("it was ended");
  }

  private settle(id: number): Waiting | undefined {
    const found = this.waiting.get(id);
    this.waiting.delete(id);
    return found;
  }

  private listenTo(worker: Worker): Worker {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ("ready" in data) return;
      if ("done" in data) this.waiting.get(data.id)?.onProgress?.(data.done);
      else if ("fault" in data) this.settle(data.id)?.reject(new WorkError(data.fault));
      else this.settle(data.id)?.resolve(data.result);
    };
    worker.onerror = ({ message }) => {
      worker.terminate();
      this.fail(message || "its file cannot be loaded");
    };
    return worker;
  }

  private fail(why: string): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    this.worker = undefined;
    for (const { reject } of all)
      reject(new WorkError({ code: "THREAD_DIED", message: `the worker ended: ${why}` }));
    this.onDeath();
  }
}
