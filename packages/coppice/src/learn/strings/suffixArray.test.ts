import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../../test/kit/forAll.js";
import { sharedPrefixes, suffixArray } from "./suffixArray.js";

const symbols = fc
  .integer({ min: 1, max: 5 })
  .chain((most) => fc.array(fc.integer({ min: 0, max: most }), { maxLength: 60 }));

/** Suffixes as lists, in order; a list comes after its beginnings. */
function sorted(list: readonly number[]): number[] {
  const compare = (a: number, b: number): number => {
    for (let k = 0; ; k++) {
      if (a + k >= list.length || b + k >= list.length) return b - a;
      if (list[a + k] !== list[b + k]) return list[a + k] - list[b + k];
    }
  };
  return [...list.keys()].sort(compare);
}

it("the order of suffixes is that of sorting them", () => {
  forAll(500, [symbols], (list) => {
    expect(Array.from(suffixArray(Int32Array.from(list), 5))).toEqual(sorted(list));
  });
});

it("the order of suffixes of banana: a, ana, anana, banana, na, nana", () => {
  const banana = Int32Array.from("banana", (c) => c.charCodeAt(0) - 96);
  const order = suffixArray(banana, 26);
  expect(Array.from(order)).toEqual([5, 3, 1, 0, 4, 2]);
  expect(Array.from(sharedPrefixes(banana, order))).toEqual([0, 1, 3, 0, 0, 2]);
});

it("the order of suffixes goes with the lengths of what neighbours share", () => {
  forAll(100, [symbols], (list) => {
    const order = suffixArray(Int32Array.from(list), 5);
    const shared = Array.from(sharedPrefixes(Int32Array.from(list), order));
    const counted = Array.from(order, (start, i) => {
      let k = 0;
      while (i > 0 && start + k < list.length && list[start + k] === list[order[i - 1] + k]) k++;
      return k;
    });
    expect(shared).toEqual(counted);
  });
});
