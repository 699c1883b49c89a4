import type { AttributeFacts, Tally } from "../../engine/port.js";
import type { Test } from "../../model/test.js";
import type { Scorer } from "../criterion/scorer.js";

/** The best test on one attribute at one node. */
export interface Candidate {
  readonly test: Test;
  /** Total gain over the rows whose value is known: weight × drop in impurity. */
  readonly gain: number;
  /** The known weight of each branch. */
  readonly weights: readonly number[];
  /** The last branch is not an outcome of the test: it is for rows whose cell is missing. */
  readonly own?: true;
  /** How many tests were compared to find it: what C4.5's description-length correction pays for. */
  readonly compared: number;
}

/** What the search for a test on one attribute may use. */
export interface BranchContext {
  facts: AttributeFacts;
  readonly scorer: Scorer;
  /** The classes that occur at the node; [0] for a numeric target, whose levels have one order only. */
  readonly classes: readonly number[];
  /** Weight that each branch of a two-way test, and two branches of an n-way one, must have. */
  readonly minLeaf: number;
  /** Gains that differ by less are equal, and the earlier test is kept. */
  readonly tolerance: number;
  /** The total gain of an earlier attribute: a test that does not exceed it need not be constructed. */
  beat: number;
  /** The node's key, where tests are drawn at random, and how many are drawn on this attribute. */
  readonly key: number;
  draws: number;
}

/** Finds the best test of its kind on a tally; none if there is none, or none that exceeds the gain to beat. */
export type Branching = (tally: Tally, context: BranchContext) => Candidate | undefined;

/** Weights are compared with a tolerance for the rounding of fractional rows. */
export function atLeast(weight: number, minimum: number): boolean {
  return weight >= minimum - 1e-6;
}

/** Ties: the first whose gain is within the tolerance of the greatest. */
export function firstEqual<T extends { readonly gain: number }>(
  found: readonly T[],
  tolerance: number,
): T | undefined {
  let top = Number.NEGATIVE_INFINITY;
  for (const { gain } of found) if (gain > top) top = gain;
  return found.find(({ gain }) => gain >= top - tolerance);
}
