import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import { didYouMean, editDistance, nearest } from "./nearest.js";

const word = fc.string({ maxLength: 12 });

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["", "abc", 3],
    ["kitten", "sitting", 3], // k→s, e→i, +g
    ["minSpilt", "minSplit", 2], // a transposition counts as two changes
    ["gini", "ginni", 1],
  ])("of %j and %j is %d", (a, b, distance) => expect(editDistance(a, b)).toBe(distance));

  itHolds("is a distance", 100, [word, word, word], (a, b, c) => {
    expect(editDistance(a, b) === 0).toBe(a === b);
    expect(editDistance(a, b)).toBe(editDistance(b, a));
    expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
  });

  it("looks at the first 64 characters only", () => {
    expect(editDistance("a".repeat(64), `${"a".repeat(64)}bcd`)).toBe(0);
  });
});

describe("nearest", () => {
  const names = ["maxDepth", "maxLeaves", "minLeaf"];

  it("finds the intended name, ignoring case", () => {
    expect(nearest("maxdepth", names)).toBe("maxDepth");
    expect(nearest("minLeav", names)).toBe("minLeaf");
    expect(nearest("axLeaves", names)).toBe("maxLeaves");
  });

  it("takes the first of equals", () => expect(nearest("ab", ["ac", "ad"])).toBe("ac"));

  it("finds nothing when all are far: more than half the letters, and more than two", () => {
    expect(nearest("colour", names)).toBeUndefined();
    expect(nearest("abc", ["xyz"])).toBeUndefined(); // distance 3
    expect(nearest("ab", ["xy"])).toBe("xy"); // distance 2
    expect(nearest("anything", [])).toBeUndefined();
  });
});

describe("didYouMean", () => {
  it("returns the suggestion, or an empty string", () => {
    expect(didYouMean("sise", ["size", "color"])).toBe('; did you mean "size"?');
    expect(didYouMean('a"', ['a"b'])).toBe('; did you mean "a\\"b"?');
    expect(didYouMean("weather", ["size", "color"])).toBe("");
  });
});
