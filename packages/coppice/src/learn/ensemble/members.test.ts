import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Draws, rowsKey } from "../../base/nodeRandom.js";
import { samplerOf } from "./members.js";

/** Row by row, each with the part of the total weight that is its own. */
function drawnOneByOne(weights: Float64Array, seed: number): Uint8Array {
  const draws = new Draws(rowsKey(seed));
  const counts = new Uint8Array(weights.length);
  const ends: number[] = [];
  let total = 0;
  for (const weight of weights) {
    total += weight;
    ends.push(total);
  }
  for (let i = 0; i < weights.length; i++) {
    const mark = ((draws.next() + draws.share()) / 4294967296) * total;
    const row = ends.findIndex((end) => end > mark);
    counts[row < 0 ? weights.length - 1 : row]++;
  }
  return counts;
}

describe("a bootstrap of rows with weights", () => {
  it("draws each row by its part of the total", () => {
    const weight = fc.oneof(fc.double({ min: 1e-3, max: 10, noNaN: true }), fc.constantFrom(1, 1e-9, 1000));
    const weights = fc.array(weight, { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(weights, fc.nat(), (given, seed) => {
        const own = Float64Array.from(given);
        const sampler = samplerOf({ rows: own.length, weights: own }, { bootstrap: true })!;
        expect(sampler(seed)).toEqual(drawnOneByOne(own, seed));
      }),
    );
  });
});
