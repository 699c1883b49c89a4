import { type KernelBinary, moduleOf } from "./binary.js";
import { Heap } from "./heap.js";
import { importsOf } from "./imports.js";

/** What a kernel exports: functions of numbers. */
export type KernelExports = Readonly<Record<string, (...args: number[]) => number>>;

/** Threads that work in one memory. A kernel's entry runs on all of them at once and divides the work by thread number. */
export interface Team {
  /** The most threads of a job, including the calling one; a job may get fewer while they are starting. */
  readonly size: number;
  /** How many threads would take part in a job that began now. */
  readonly threads: number;
  readonly heap: Heap;
  /** The kernel on the calling thread alone. */
  kernel(binary: KernelBinary): KernelExports;
  /**
   * Calls `entry(thread, threads, ...args)` on every thread, thread 0 being the calling one, and returns when all are
   * done. An error on one of them is thrown here, once. When the work was cancelled, ABORTED is thrown.
   */
  run(binary: KernelBinary, entry: string, ...args: number[]): void;
  /**
   * The same in two steps: the other threads begin now, and the calling one joins when the returned function is called, or
   * the next job begins; it returns when all are done. Only for entries that take their work from a queue: at a barrier
   * the others would wait.
   */
  begin(binary: KernelBinary, entry: string, ...args: number[]): () => void;
}

/**
 * Does `count` pieces of work; `work` does those before `end` that are not done yet. A few at a time while threads are
 * still starting, so that they join as soon as they can.
 */
export function inTurns(team: Team, count: number, work: (end: number) => void): void {
  for (let end = 0; end < count; ) {
    end = team.threads < team.size ? Math.min(count, end + team.threads) : count;
    work(end);
  }
}

export function instantiate(binary: KernelBinary, heap: Heap, onIdle?: () => void): KernelExports {
  const instance = new WebAssembly.Instance(moduleOf(binary, heap.shared), importsOf(heap.memory, onIdle));
  return instance.exports as unknown as KernelExports;
}

/** The calling thread alone. */
export class SoloTeam implements Team {
  readonly size = 1;
  readonly threads = 1;
  readonly heap: Heap;
  private readonly kernels = new Map<string, KernelExports>();

  /** In shared memory it runs the code that the threads of a team run. */
  constructor(shared = false) {
    this.heap = new Heap(shared);
  }

  kernel(binary: KernelBinary): KernelExports {
    let found = this.kernels.get(binary.name);
    if (found === undefined) {
      found = instantiate(binary, this.heap);
      this.kernels.set(binary.name, found);
    }
    return found;
  }

  run(binary: KernelBinary, entry: string, ...args: number[]): void {
    this.kernel(binary)[entry](0, 1, ...args);
  }

  begin(binary: KernelBinary, entry: string, ...args: number[]): () => void {
    return () => this.run(binary, entry, ...args);
  }
}

/** The calling thread alone, in a team's memory. */
export function aloneIn(team: Team): Team {
  const run: Team["run"] = (binary, entry, ...args) => {
    team.kernel(binary)[entry](0, 1, ...args);
  };
  return {
    size: 1,
    threads: 1,
    heap: team.heap,
    kernel: (binary) => team.kernel(binary),
    run,
    begin:
      (...job) =>
      () =>
        run(...job),
  };
}
