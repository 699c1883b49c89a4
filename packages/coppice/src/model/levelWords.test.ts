import fc from "fast-check";
import { expect } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import { LevelWords, levelSets, namesAll } from "./levelWords.js";
import { goesLeft, LEAF, MISSING_LEFT, ON_LEVELS, wordsFor } from "./packed.js";
import { branchOf, UNKNOWN } from "./test.js";

/** Of each level: named on the left, on the right, or not at all. */
const sides = fc.array(fc.constantFrom("left", "right", "none"), { minLength: 1, maxLength: 100 });
const tests = fc.array(fc.record({ sides, missingLeft: fc.boolean() }), { minLength: 1, maxLength: 8 });

const codesOn = (of: readonly string[], side: string) => of.flatMap((s, c) => (s === side ? [c] : []));

itHolds("the words of tests on levels give back the sets they were made from", 100, [tests], (given) => {
  const words = new LevelWords();
  const starts = given.map((one) => words.add(setsOf(one.sides), one.sides.length, flagsOf(one)));
  const { sets, named } = words.words();
  for (const [i, one] of given.entries()) {
    const end = starts[i + 1] ?? sets.length;
    expect(end - starts[i]).toBe(wordsFor(one.sides.length));
    expect(levelSets(sets, named, starts[i], end)).toEqual(setsOf(one.sides));
    expect(namesAll(named, starts[i], one.sides.length)).toBe(!one.sides.includes("none"));
  }
});

itHolds("levels go where the test sends them, others where gaps go", 100, [tests], (given) => {
  const words = new LevelWords();
  const starts = given.map((one) => words.add(setsOf(one.sides), one.sides.length, flagsOf(one)));
  const nodes = {
    starts: Int32Array.of(0, given.length),
    attribute: new Int32Array(given.length),
    threshold: Float64Array.from(starts),
    skip: new Int32Array(given.length).fill(LEAF),
    flags: Uint8Array.from(given, (one) => flagsOf(one) | ON_LEVELS),
    ...words.words(),
  };
  for (const [node, one] of given.entries()) {
    const test = { kind: "subset", attribute: 0, ...setsOf(one.sides) } as const;
    for (let code = -1; code < one.sides.length; code++) {
      const branch = branchOf(test, code);
      const expected = branch === UNKNOWN ? one.missingLeft : branch === 0;
      expect(goesLeft(nodes, node, code, one.sides.length)).toBe(expected);
    }
  }
});

function setsOf(of: readonly string[]) {
  return { left: codesOn(of, "left"), right: codesOn(of, "right") };
}

function flagsOf({ missingLeft }: { readonly missingLeft: boolean }): number {
  return missingLeft ? MISSING_LEFT : 0;
}
