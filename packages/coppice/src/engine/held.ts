import type { Answer, Engine, Request } from "./port.js";

/** Two engines behind one port: questions about the held-back rows go to the second. */
export function withHeld(grown: Engine, held: Engine): Engine {
  return {
    facts: grown.facts,
    answer: (request: Request): Answer => (request.of === "held" ? held : grown).answer(request),
  };
}
