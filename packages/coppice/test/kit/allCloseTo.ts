import { expect } from "vitest";

/** Matches numbers, each of which is close to the wanted one: `expect(found).toEqual(allCloseTo(wanted))`. */
export function allCloseTo(wanted: Iterable<number>, digits = 9): number[] {
  return Array.from(wanted, (x) => expect.closeTo(x, digits));
}
