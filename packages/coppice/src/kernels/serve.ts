import { Control, threadsOf } from "./control.js";
import { importsOf } from "./imports.js";
import type { ModuleQueue } from "./moduleQueue.js";

/** What a thread of a team is started with. */
export interface ThreadStart {
  readonly memory: WebAssembly.Memory;
  /** Its position among the threads created for the team, from 0. */
  readonly index: number;
}

/**
 * The loop of a team's thread: does its share of every job, and never returns. Kernel modules arrive by messages, in the
 * order of their numbers, each before the first job that needs it.
 */
export async function serve(
  { memory, index }: ThreadStart,
  modules: ModuleQueue,
  onEntered: () => void,
): Promise<never> {
  const control = new Control(memory);
  const kernels: ((...args: number[]) => number)[][] = [];
  // Read before entering: a job that begins after that may include this thread.
  let ticket = control.ticket;
  const thread = control.enter(index);
  onEntered();
  for (;;) {
    ticket = control.nextJob(ticket);
    const threads = threadsOf(ticket);
    if (thread >= threads) continue;
    try {
      const { kernel, entry, args } = control.job();
      while (kernels.length <= kernel) {
        const { exports } = new WebAssembly.Instance(await modules.next(), importsOf(memory));
        kernels.push(Object.values(exports) as (typeof kernels)[number]);
      }
      kernels[kernel][entry](thread, threads, ...args);
    } catch (error) {
      control.fail(error instanceof Error ? error.message : String(error));
    }
    control.done(thread, ticket);
  }
}
