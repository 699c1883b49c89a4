import fc from "fast-check";
import { expect, it } from "vitest";
import { draws, expectSameModel, mixedTable } from "../../../test/kit/index.js";
import type { DataHandle } from "../../engine/data.js";
import { memoryData } from "../../engine/memory/data.js";
import { prepare } from "../../engine/problem.js";
import { fitData, fitTable } from "../fit.js";

/** Rows that an engine sums over, and that do not come here. */
function elsewhere({ local: _, ...data }: DataHandle): DataHandle {
  return { ...data, part: (choice) => elsewhere(data.part(choice)) };
}

const shapes = fc.record({
  // Of fewer rows, all may have a weight of 0.
  rows: fc.integer({ min: 12, max: 160 }),
  seed: fc.nat(10_000),
  missing: fc.constantFrom<number>(0, 0.1, 0.4),
  weights: fc.constantFrom(undefined, "whole" as const, "fractional" as const),
});

type Shape = typeof shapes extends fc.Arbitrary<infer S> ? S : never;

const rules = fc.record({
  minLeaf: fc.constantFrom(1, 2, 5),
  confidence: fc.constantFrom(0.1, 0.25, 0.5),
  errorBound: fc.constantFrom("weka", "book", "binomial"),
  missing: fc.constantFrom("share", "majority"),
  collapse: fc.boolean(),
});

/** Whether pruning raises a branch; where the rows are elsewhere, the tree must be the same. */
async function raises({ weights, ...shape }: Shape, options: Record<string, unknown>): Promise<boolean> {
  const table = mixedTable({ target: "classes", ...shape, ...(weights && { weights }) });
  const request = { target: "y", ...(weights && { weight: "weight" }) };
  const fitted = fitTable(table, { ...request, learner: "c45", options });
  const data = elsewhere(memoryData(prepare(table, request)));
  expectSameModel(await fitData(data, { learner: "c45", options }), fitted);
  const cut = fitTable(table, { ...request, learner: "c45", options: { ...options, raising: false } });
  return JSON.stringify(cut.nodes) !== JSON.stringify(fitted.nodes);
}

it("branches are raised where the rows are", async () => {
  const holds = fc.asyncProperty(shapes, rules, async (...one) => void (await raises(...one)));
  await fc.assert(holds, draws(150));
});

it.each([undefined, "whole", "fractional"] as const)("raises where rows are, weights %s", async (weights) => {
  const shape = { rows: 120, seed: 8, missing: 0.1, weights };
  const options = { minLeaf: 1, confidence: 0.5, errorBound: "weka" };
  expect(await raises(shape, options)).toBe(true);
});
