import { CallError } from "./failures.js";

/** How often and how long failed calls are repeated: as Spark's own clients do it. */
export interface RetryPolicy {
  readonly most: number;
  /** Milliseconds before the first repetition. */
  readonly first: number;
  readonly times: number;
  readonly longest: number;
}

export const RETRIES: RetryPolicy = { most: 15, first: 50, times: 4, longest: 60_000 };

/** The milliseconds to wait before repetition `attempt`, from 0. */
export function waitBefore(attempt: number, { first, times, longest }: RetryPolicy, asked = 0): number {
  return Math.max(asked, Math.min(longest, first * times ** attempt));
}

/** Counts the failures of one piece of work; a success in between begins the count anew. */
export class Patience {
  private failed = 0;

  constructor(
    private readonly policy: RetryPolicy,
    private readonly signal?: AbortSignal,
  ) {}

  succeeded(): void {
    this.failed = 0;
  }

  /** Waits before the next attempt, or throws the error if there is none. */
  async after(error: unknown): Promise<void> {
    const isHopeless = !(error instanceof CallError) || !error.failure.mayRetry || this.signal?.aborted;
    if (isHopeless || this.failed >= this.policy.most) throw error;
    await pause(waitBefore(this.failed++, this.policy, error.failure.wait), this.signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
}
