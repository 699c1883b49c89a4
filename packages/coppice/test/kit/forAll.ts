import fc from "fast-check";
import { draws } from "./draws.js";

/** A property that holds for `runs` examples of the deep length, drawn from a list of arbitraries: `draws` says how many. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  runs: number,
  from: { [Place in keyof Values]: fc.Arbitrary<Values[Place]> },
  check: (...values: Values) => void,
): void {
  fc.assert(fc.property<Values>(...from, check), draws(runs));
}
