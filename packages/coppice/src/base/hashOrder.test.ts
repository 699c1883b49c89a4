import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../../test/kit/forAll.js";
import { classByClass, hashOrder } from "./hashOrder.js";

describe("an order by hashes", () => {
  it("is that of a plain sort, ties as they are told or as they came", () => {
    const hashes = fc.array(fc.oneof(fc.nat(3), fc.nat(2 ** 32 - 1), fc.constant(2 ** 32 - 1)));
    forAll(100, [hashes], (given) => {
      const numbers = [...given.keys()];
      const sorted = numbers.toSorted((a, b) => given[a] - given[b] || a - b);
      expect([...hashOrder(Uint32Array.from(given))]).toEqual(sorted);
      const backwards = numbers.toSorted((a, b) => given[a] - given[b] || b - a);
      expect([...hashOrder(Uint32Array.from(given), (a, b) => b - a)]).toEqual(backwards);
    });
  });

  it("can be taken class by class", () => {
    expect([...classByClass(Int32Array.of(3, 0, 2, 1, 4), [1, 0, 1, 0, 2])]).toEqual([3, 1, 0, 2, 4]);
  });
});
