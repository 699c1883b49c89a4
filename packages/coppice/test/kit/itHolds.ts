import fc from "fast-check";
import { it } from "vitest";
import { draws } from "./draws.js";

/** A test that a property holds for what is drawn, in `runs` examples of a deep run. */
export function itHolds<T extends [unknown, ...unknown[]]>(
  name: string,
  drawn: { readonly [K in keyof T]: fc.Arbitrary<T[K]> },
  check: (...values: T) => void,
  runs = 100,
): void {
  it(name, () => fc.assert(fc.property(...drawn, check), draws(runs)));
}
