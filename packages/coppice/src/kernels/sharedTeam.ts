import { CoppiceError } from "../base/errors.js";
import { type KernelBinary, moduleOf } from "./binary.js";
import { Control, MOST_ARGUMENTS, type ThreadJob } from "./control.js";
import { Heap } from "./heap.js";
import { instantiate, type KernelExports, type Team } from "./team.js";

interface Loaded {
  readonly number: number;
  readonly exports: KernelExports;
  readonly entries: readonly string[];
}

/** How often, in milliseconds, the owner checks whether a thread that it waits for is still alive. */
const TIMEOUT = 100;

/**
 * A team over shared memory. Subclasses provide the threads, Node's or a browser's: each of them runs `serve` on the
 * memory and receives the modules sent by `send`.
 */
export abstract class SharedTeam implements Team {
  readonly heap = new Heap(true);
  protected readonly control = new Control(this.heap.memory);
  private readonly kernels = new Map<string, Loaded>();
  /** Why only the owner takes part any more, and whether that has been reported. */
  private broken: string | undefined;
  protected isReported = false;
  private begun: BegunJob | undefined;

  constructor(readonly size: number) {}

  /** Sends a kernel's module to all threads except the owner. */
  protected abstract send(module: WebAssembly.Module): void;

  /** Whether the thread created at this position can still finish its job. May stay true for a while after it died. */
  protected abstract isAlive(index: number): boolean;

  get threads(): number {
    return this.broken === undefined ? Math.min(this.size, this.control.entered + 1) : 1;
  }

  kernel(binary: KernelBinary): KernelExports {
    return this.load(binary).exports;
  }

  private load(binary: KernelBinary): Loaded {
    let found = this.kernels.get(binary.name);
    if (found === undefined) {
      const exports = instantiate(binary, this.heap, () => this.checkThreads());
      found = { number: this.kernels.size, exports, entries: Object.keys(exports) };
      this.kernels.set(binary.name, found);
      this.send(moduleOf(binary, true));
    }
    return found;
  }

  run(binary: KernelBinary, entry: string, ...args: number[]): void {
    this.begin(binary, entry, ...args)();
  }

  begin(binary: KernelBinary, entry: string, ...args: number[]): () => void {
    // Two fits may share a team, and one may begin a job while the other yields.
    this.begun?.settle();
    const { number, exports, entries } = this.load(binary);
    if (args.length > MOST_ARGUMENTS)
      throw new RangeError(`a kernel takes at most ${MOST_ARGUMENTS} numbers`);
    this.throwIfStopped();
    const { threads } = this;
    const job: ThreadJob = { kernel: number, entry: entries.indexOf(entry), args };
    const ticket = threads > 1 ? this.control.begin(job, threads) : 0;
    const begun = new BegunJob(() => {
      try {
        exports[entry](0, threads, ...args);
      } catch (error) {
        this.control.fail(error instanceof Error ? error.message : String(error));
      }
      for (let thread = 1; thread < threads; thread++) this.waitFor(thread, ticket);
      const failure = this.control.takeFailure();
      this.throwIfStopped();
      if (failure !== undefined) throw new Error(`${binary.name}.${entry}: ${failure}`);
    });
    this.begun = begun;
    return () => begun.join();
  }

  private waitFor(thread: number, ticket: number): void {
    while (!this.control.isDone(thread, ticket, TIMEOUT)) {
      this.checkThreads();
      const index = this.control.indexOf(thread);
      if (index !== undefined && !this.isAlive(index)) return;
    }
  }

  /** Makes the other threads leave the job if one has died: they may be waiting for it at a barrier. */
  private checkThreads(): void {
    for (let thread = 1; thread < this.threads; thread++) {
      const index = this.control.indexOf(thread);
      if (index === undefined || this.isAlive(index)) continue;
      this.control.fail("a thread died");
      this.workAlone(`thread ${thread} ended before its work was done`);
    }
  }

  /** From now on only the calling thread works; the next job, or the running one, throws `why`, once. */
  protected workAlone(why: string): void {
    this.broken ??= why;
  }

  /** Stops the running job and rejects later ones, until `allow`. */
  cancel(): void {
    this.control.cancel();
  }

  allow(): void {
    this.control.allow();
  }

  get isCancelled(): boolean {
    return this.control.isCancelled;
  }

  private throwIfStopped(): void {
    if (this.control.isCancelled) throw new CoppiceError("ABORTED", "the work was stopped");
    if (this.broken === undefined || this.isReported) return;
    this.isReported = true;
    throw new CoppiceError("THREAD_DIED", this.broken);
  }
}

/** A job that the other threads have begun: finished once, by `join` or by the next job; `join` throws its failure. */
class BegunJob {
  private isSettled = false;
  private failure: { readonly error: unknown } | undefined;

  constructor(private readonly finish: () => void) {}

  settle(): void {
    if (this.isSettled) return;
    this.isSettled = true;
    try {
      this.finish();
    } catch (error) {
      this.failure = { error };
    }
  }

  join(): void {
    this.settle();
    if (this.failure !== undefined) throw this.failure.error;
  }
}
