import { expect, it } from "vitest";
import { forAll } from "../../../test/kit/forAll.js";
import { tableProblems } from "../../../test/random-problems.js";
import { isSplit } from "../../model/tree.js";
import { twonorm } from "../../synthetic/index.js";
import { fitTable } from "../fit.js";
import type { TreeLearner } from "../learner.js";
import { cart } from "../presets/cart.js";

/** The same learner, which must look for surrogates while it grows. */
function unfurnishing({ addSurrogates: _, ...rest }: TreeLearner): TreeLearner {
  return rest;
}

it.each([
  { missing: "surrogate" },
  { missing: "majority", missingAtPrediction: "surrogate" },
  { missing: "surrogate", association: "rpart", surrogates: 2, prune: "none" },
  { missing: "surrogate", nominal: "perLevel", prune: "none" },
  { missing: "surrogate", table: "rpart", pruneFolds: 3 },
])("surrogates found after growth are those found during growth: %o", (options) => {
  forAll(40, [tableProblems({ missing: false, maxRows: 60 })], ({ table, request }) => {
    const later = fitTable(table, { ...request, learner: "cart", options });
    const during = fitTable(table, { ...request, learner: unfurnishing(cart), options });
    expect(JSON.stringify(later)).toBe(JSON.stringify(during));
  });
});

it("surrogates found after growth stand at every test of a pruned tree", () => {
  const options = { missing: "surrogate" };
  const { nodes } = fitTable(twonorm({ rows: 400, seed: 3 }), {
    target: "class",
    learner: "cart",
    options,
  });
  const rules = nodes.filter(isSplit).map(({ missing }) => missing.kind);
  expect(rules.length).toBeGreaterThan(3);
  expect(new Set(rules)).toEqual(new Set(["surrogates"]));
});
