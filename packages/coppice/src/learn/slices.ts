import { CoppiceError } from "../base/errors.js";
import { yieldToEventLoop } from "../base/yieldToEventLoop.js";

/** Work in slices: between two of them the caller may yield to the event loop, report progress, or stop. */
export type SlicedWork<Slice, Result> = Generator<Slice, Result, void>;

/** Does all the work synchronously. Resources are released if it is stopped early. */
export function runSlices<S, R>(work: SlicedWork<S, R>, between: (slice: S) => void): R {
  try {
    let step = work.next();
    while (!step.done) {
      between(step.value);
      step = work.next();
    }
    return step.value;
  } finally {
    work.return(undefined as never);
  }
}

/** The same, yielding to the event loop between slices; `signal` may stop it there. */
export async function runSlicesAsync<S, R>(
  work: SlicedWork<S, R>,
  between: (slice: S) => void | Promise<void>,
  stopped: () => void,
): Promise<R> {
  try {
    let step = work.next();
    while (!step.done) {
      await between(step.value);
      await yieldToEventLoop();
      stopped();
      step = work.next();
    }
    return step.value;
  } finally {
    work.return(undefined as never);
  }
}

export function checkSignal(signal: AbortSignal | undefined, learner: string): void {
  if (signal?.aborted) throw new CoppiceError("ABORTED", `${learner} was stopped`);
}
