import type { AsyncEngine, Engine, Request } from "./port.js";

/** Two engines behind one port: questions about the held-back rows go to the second. */
export function withHeld(grown: Engine, held: Engine | undefined): Engine;
export function withHeld(grown: AsyncEngine, held: AsyncEngine | undefined): AsyncEngine;
export function withHeld(
  grown: Engine | AsyncEngine,
  held: Engine | AsyncEngine | undefined,
): Engine | AsyncEngine {
  if (held === undefined) return grown;
  const answer = (request: Request) => (request.of === "held" ? held : grown).answer(request);
  return { facts: grown.facts, answer } as Engine | AsyncEngine;
}
