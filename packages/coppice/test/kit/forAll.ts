import fc from "fast-check";
import { it } from "vitest";
import { draws } from "./draws.js";

type Arbitraries<Drawn extends readonly unknown[]> = { [Each in keyof Drawn]: fc.Arbitrary<Drawn[Each]> };

/** Fails with the smallest example found for which `check` throws or is false, of `n` drawn by `--deep` (see draws.ts). */
export function forAll<Drawn extends [unknown, ...unknown[]]>(
  n: number,
  of: Arbitraries<Drawn>,
  check: (...drawn: Drawn) => void,
): void {
  fc.assert(
    fc.property(...(of as Arbitraries<[unknown, ...unknown[]]>), (...drawn) => check(...(drawn as Drawn))),
    draws(n),
  );
}

/** A test of this for all examples. */
export function itHolds<Drawn extends [unknown, ...unknown[]]>(
  title: string,
  n: number,
  of: Arbitraries<Drawn>,
  check: (...drawn: Drawn) => void,
): void {
  it(title, () => forAll(n, of, check));
}
