import { expect, it } from "vitest";
import { ruleBits, subsetBits } from "./descriptionLength.js";

it("the bits of a rule: how many conditions and which, halved, since their order does not matter (Cohen 1995)", () => {
  expect(ruleBits(0, 10)).toBe(0);
  // One of ten: -log2(1/10) - 9·log2(9/10) = 3.3219 + 1.3680; log2(1) = 0 bits for how many.
  expect(subsetBits(10, 1, 0.1)).toBeCloseTo(4.689956, 6);
  expect(ruleBits(1, 10)).toBeCloseTo(4.689956 / 2, 6);
  // Two of four: 4 bits for which, log2(2) + 2·log2(log2(2)) = 1 for how many.
  expect(ruleBits(2, 4)).toBeCloseTo(5 / 2, 12);
});
