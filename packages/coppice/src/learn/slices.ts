import { CoppiceError } from "../base/errors.js";
import { yieldToEventLoop } from "../base/yieldToEventLoop.js";

/** Work that comes in slices: whoever drives it may let others run between two of them, show how far it is, or stop it. */
export type SlicedWork<Slice, Result> = Generator<Slice, Result, void>;

/** Does all the work at once. Whatever it holds is given back when it is left early. */
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

/** The same, with a pause between slices, in which others run; `signal` may stop it there. */
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
