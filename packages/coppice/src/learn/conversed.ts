import type { Answer, AsyncEngine, Conversation, Engine } from "../engine/port.js";
import type { Waiting } from "./learner.js";

/** A conversation with an engine that answers at once or later, inside work that can wait. */
export function* conversed<T>(
  conversation: Conversation<T>,
  engine: Engine | AsyncEngine,
): Generator<Waiting, T, unknown> {
  let step = conversation.next();
  while (!step.done) step = conversation.next((yield* awaited(engine.answer(step.value))) as Answer);
  return step.value;
}

/** What there is, or will be. */
export function* awaited<T>(value: T | Promise<T>): Generator<Waiting, T, unknown> {
  return value instanceof Promise ? ((yield { waits: value }) as T) : value;
}

/** The same with an engine of the work's own, which is closed whatever happens. */
export function* withEngine<T, E extends Engine | AsyncEngine>(
  engine: E,
  work: (engine: E) => Generator<Waiting, T, unknown>,
): Generator<Waiting, T, unknown> {
  let isDone = false;
  try {
    const found = yield* work(engine);
    isDone = true;
    yield* awaited(engine.close?.());
    return found;
  } finally {
    if (!isDone) void engine.close?.();
  }
}
