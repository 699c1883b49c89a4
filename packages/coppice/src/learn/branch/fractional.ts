import type { Tally } from "../../engine/port.js";
import type { Branching } from "./candidate.js";

/**
 * The same tests, scored with all rows of the node: a row with a missing value counts fractionally for every value that
 * occurs, in proportion to the weight of the rows with that value (R 4.2).
 */
export function fractional(branching: Branching): Branching {
  return (tally, context) => branching(withParts(tally, context.scorer.weights(tally)), context);
}

/** A tally in which rows with a missing value are parts of the cells. */
export function withParts(tally: Tally, weights: Float64Array): Tally {
  const width = tally.missing.length;
  if (!tally.missing.some((sum) => sum !== 0)) return tally;
  const known = weights.reduce((a, b) => a + b, 0);
  const cells = tally.cells.map(
    (cell, i) => cell + tally.missing[i % width] * (weights[Math.floor(i / width)] / known),
  );
  return { ...tally, cells, missing: new Float64Array(width) };
}
