import fc from "fast-check";
import { draws } from "./draws.js";

/** Checks a property on examples of these arbitraries: all `n` by `--deep`, a share of them otherwise. */
export function forAll<Ts extends [unknown, ...unknown[]]>(
  n: number,
  ...property: [...drawn: { [K in keyof Ts]: fc.Arbitrary<Ts[K]> }, check: (...example: Ts) => void]
): void {
  fc.assert(fc.property<Ts>(...property), draws(n));
}
