import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { codeOrder } from "./order.js";

/** Array.prototype.sort is stable. */
function expected(codes: Int32Array, rows: Int32Array): number[] {
  return Array.from(rows.keys()).sort((a, b) => codes[rows[a]] - codes[rows[b]]);
}

function holds(codes: number[], pick: readonly number[]): void {
  const rows = Int32Array.from(pick, (p) => p % codes.length);
  const coded = Int32Array.from(codes);
  // Given no more than the greatest code there is, few codes are sorted by counting; given 2^31 - 1, keys are sorted.
  for (const largest of [Math.max(...codes), LARGEST]) {
    expect(Array.from(codeOrder(coded, rows, largest).subarray(0, rows.length))).toEqual(
      expected(coded, rows),
    );
  }
}

const LARGEST = 2 ** 31 - 1;
const rowsOf = (minLength: number, maxLength: number) => fc.array(fc.nat(), { minLength, maxLength });
const codesUpTo = (max: number) => fc.array(fc.nat({ max }), { minLength: 1, maxLength: 200 });

describe("codeOrder", () => {
  itHolds("is stable by insertion, up to 24 rows", 100, [codesUpTo(6), rowsOf(0, 24)], holds);
  itHolds(
    "is stable by insertion, up to 24 rows of any codes",
    100,
    [codesUpTo(LARGEST), rowsOf(0, 24)],
    holds,
  );
  itHolds("is stable by counting and by keys of 31 bits", 100, [codesUpTo(40), rowsOf(25, 300)], holds);

  // 2^31 codes with 25 rows or more (5 bits) need 36 bits at least.
  itHolds("is stable by keys of 53 bits", 100, [codesUpTo(LARGEST), rowsOf(25, 300)], (codes, rows) =>
    holds([LARGEST, LARGEST, 0, ...codes], [0, 1, ...rows]),
  );

  it("is stable at the boundary between the two", () => {
    // 31 rows span 32: with a largest code of 2^26 - 2 the keys end at 2^31 - 32, with 2^26 - 1 they would reach 2^31.
    const rows = Array.from({ length: 31 }, (_, i) => 30 - i);
    for (const largest of [2 ** 26 - 2, 2 ** 26 - 1, 2 ** 26]) {
      holds(
        Array.from({ length: 31 }, (_, i) => (i % 3 === 0 ? largest : i)),
        rows,
      );
    }
  });

  it("handles large nodes after small ones: its scratch grows", () => {
    const codes = Int32Array.from({ length: 5000 }, (_, i) => (i * 7919) % 100);
    const rows = Int32Array.from({ length: 5000 }, (_, i) => i);
    expect(Array.from(codeOrder(codes, rows, LARGEST).subarray(0, 5000))).toEqual(expected(codes, rows));
  });
});
