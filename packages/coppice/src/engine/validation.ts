import type { AsyncEngine, Engine, Request } from "./port.js";

/** Two engines behind one port: requests about the validation rows go to the second. */
export function withValidation(training: Engine, validation: Engine | undefined): Engine;
export function withValidation(training: AsyncEngine, validation: AsyncEngine | undefined): AsyncEngine;
export function withValidation(
  training: Engine | AsyncEngine,
  validation: Engine | AsyncEngine | undefined,
): Engine | AsyncEngine {
  if (validation === undefined) return training;
  const answer = (request: Request) => (request.of === "validation" ? validation : training).answer(request);
  const close = () => {
    const closed = [training.close?.(), validation.close?.()];
    return closed.some((one) => one instanceof Promise) ? Promise.all(closed).then(() => {}) : undefined;
  };
  return { facts: training.facts, answer, close } as Engine | AsyncEngine;
}
