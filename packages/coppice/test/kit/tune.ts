import { afterAll, beforeAll } from "vitest";

/** Other sizes for the tests of a file or suite, so that small tables take the paths of large ones. */
export function tune<T extends object>(tuning: T, other: Partial<T>): void {
  const usual = { ...tuning };
  beforeAll(() => void Object.assign(tuning, other));
  afterAll(() => void Object.assign(tuning, usual));
}
