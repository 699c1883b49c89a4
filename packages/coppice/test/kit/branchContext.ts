import fc from "fast-check";
import type { AttributeFacts } from "../../src/engine/port.js";
import type { BranchContext } from "../../src/learn/branch/candidate.js";
import { denseScorer } from "../../src/learn/criterion/denseScorer.js";
import { criteria } from "../../src/learn/criterion/index.js";

/** What is known of a numeric attribute with these values. */
export function numericFacts(values: Iterable<number>): AttributeFacts {
  const all = Float64Array.from(values);
  return { kind: "numeric", codes: all.length, values: all };
}

/** What a test of an attribute is chosen by: Gini's index of two classes, with no limits. */
export function branchContext(more: Partial<BranchContext> & Pick<BranchContext, "facts">): BranchContext {
  return {
    ...{ scorer: denseScorer(criteria.gini, 2), classes: [0, 1], minLeaf: 0, tolerance: 1e-9 },
    ...{ beat: Number.NEGATIVE_INFINITY, key: 0, draws: 1, ...more },
  };
}

/** The weights of the classes in the cells of a tally: none is without rows. */
export function classCells(
  classes: number,
  { most, minLength = 2, maxLength }: { most: number; minLength?: number; maxLength: number },
): fc.Arbitrary<number[][]> {
  const cell = fc
    .array(fc.integer({ min: 0, max: most }), { minLength: classes, maxLength: classes })
    .filter((counts) => counts.some((w) => w > 0));
  return fc.array(cell, { minLength, maxLength });
}
