import { randomUUID } from "node:crypto";
import { CallError, isForgotten } from "./failures.js";
import {
  executeRequest,
  type PlanResponse,
  planResponse,
  reattachRequest,
  releaseRequest,
  type SessionFacts,
} from "./messages.js";
import type { Message } from "./protobuf.js";
import { Patience, type RetryPolicy } from "./retry.js";
import type { SparkService } from "./service.js";

export interface Executing {
  readonly service: SparkService;
  /** The session as it is known now. */
  facts(): SessionFacts;
  /** Called with every response. */
  onResponse(response: PlanResponse): void;
  readonly policy: RetryPolicy;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a plan on the server and gives its responses, each once and in order, whatever happens to the connection: the
 * operation has a name, the server keeps its responses, and a new stream goes on after the last one that arrived. A server
 * ends streams by itself after some minutes; the result is whole only when it says so.
 */
export async function* executed(plan: Message, executing: Executing): AsyncGenerator<PlanResponse> {
  const { service, policy, signal } = executing;
  const operation = randomUUID();
  const patience = new Patience(policy, signal);
  let last: string | undefined;
  let isStarted = false;
  const next = () => {
    const facts = executing.facts();
    return isStarted
      ? service.stream("ReattachExecute", reattachRequest(facts, operation, last), signal)
      : service.stream("ExecutePlan", executeRequest(facts, plan, operation), signal);
  };
  try {
    for (;;) {
      try {
        for await (const received of next()) {
          const response = planResponse(received);
          patience.succeeded();
          isStarted = true;
          executing.onResponse(response);
          if (response.isLast) return;
          yield response;
          last = response.id;
          if (response.arrow) release(executing, operation, last);
        }
        isStarted = true;
      } catch (error) {
        // It may have arrived although the answer was lost: sent again only if the server has never heard of it.
        const isUnheard = error instanceof CallError && isForgotten(error.failure) && last === undefined;
        if (isUnheard && isStarted) isStarted = false;
        else {
          await patience.after(error);
          isStarted = true;
        }
      }
    }
  } finally {
    release(executing, operation);
  }
}

/** Lets the server drop what it keeps; if that fails, it drops it by itself after some minutes. */
function release({ service, facts }: Executing, operation: string, until?: string): void {
  service.call("ReleaseExecute", releaseRequest(facts(), operation, until)).catch(() => undefined);
}
