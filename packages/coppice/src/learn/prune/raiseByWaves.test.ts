import fc from "fast-check";
import { expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { mixedTable } from "../../../test/mixedTable.js";
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
  missing: fc.constantFrom(0, 0.1, 0.4),
  weights: fc.constantFrom(undefined, "whole" as const, "fractional" as const),
});

const rules = fc.record({
  minLeaf: fc.constantFrom(1, 2, 5),
  confidence: fc.constantFrom(0.1, 0.25, 0.5),
  errorBound: fc.constantFrom("weka", "book", "binomial"),
  missing: fc.constantFrom("share", "majority"),
  collapse: fc.boolean(),
});

it("raises the branches that are raised where the rows are", async () => {
  let raised = 0;
  await fc.assert(
    fc.asyncProperty(shapes, rules, async ({ weights, ...shape }, options) => {
      const table = mixedTable({ target: "classes", ...shape, ...(weights && { weights }) });
      const request = { target: "y", ...(weights && { weight: "weight" }) };
      const fitted = JSON.stringify(fitTable(table, { ...request, learner: "c45", options }));
      const data = elsewhere(memoryData(prepare(table, request)));
      const model = await fitData(data, { learner: "c45", options });
      expect(JSON.stringify(model) === fitted).toBe(true);
      const cut = fitTable(table, { ...request, learner: "c45", options: { ...options, raising: false } });
      if (JSON.stringify(cut.nodes) !== JSON.stringify(model.nodes)) raised++;
    }),
    draws(150),
  );
  expect(raised).toBeGreaterThan(10);
});
