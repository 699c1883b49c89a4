import { yieldToEventLoop } from "../base/yieldToEventLoop.js";
import type { AsyncEngine, Engine } from "../engine/port.js";

/** Answers between two pauses: each takes from microseconds to some milliseconds. */
const ANSWERS = 256;

/** An engine made asynchronous, if it is not already: it yields to the event loop periodically. */
export function yieldingEngine(engine: Engine | AsyncEngine): AsyncEngine {
  // An engine that prefers whole levels answers seldom, and each answer takes long.
  const most = engine.facts.prefers === "level" ? 1 : ANSWERS;
  let answers = 0;
  return {
    facts: engine.facts,
    async answer(request) {
      if (++answers % most === 0) await yieldToEventLoop();
      return engine.answer(request);
    },
    close: () => engine.close?.(),
  };
}
