import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mixedTable } from "../../../test/mixedTable.js";
import { fitJob, fitWith } from "../../learn/fit.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { ticTacToe, twonorm } from "../../synthetic/index.js";
import { makeTable, type Table } from "../../table/table.js";
import { fullCart } from "../../testing/fullCart.js";
import type { Engine } from "../port.js";
import type { Problem } from "../problem.js";
import { MemoryEngine } from "./engine.js";

/** The memory engine without its third tier: the learner grows everything from tallies. */
function withoutSubtrees(problem: Problem): Engine {
  const engine = new MemoryEngine(problem);
  const { subtreeRows: _, ...facts } = engine.facts;
  return { facts, answer: (request) => engine.answer(request) };
}

function grownTwice(
  table: Table,
  options: Record<string, unknown>,
  weight?: string,
): [TreeModel, TreeModel, number] {
  const job = () =>
    fitJob(table, {
      target: table.columns.at(-1)!.name,
      learner: fullCart,
      options,
      ...(weight && { weight }),
    });
  let subtrees = 0;
  const whole = fitWith(job(), (problem) => {
    const engine = new MemoryEngine(problem);
    return {
      facts: engine.facts,
      answer(request) {
        const answer = engine.answer(request);
        if (request.ask === "subtree")
          subtrees += (answer as unknown[]).filter((sprout) => sprout !== undefined).length;
        return answer;
      },
    };
  });
  return [whole, fitWith(job(), withoutSubtrees), subtrees];
}

/** The mixed table with its third class merged into the second. */
function twoClasses(table: Table): Table {
  return makeTable(
    table.columns.map((column) =>
      column.name === "y" && column.type !== "numeric"
        ? { ...column, levels: ["a", "b"], codes: column.codes.map((c) => Math.min(c, 1)) }
        : column,
    ),
  );
}

describe("subtrees grown by the engine", () => {
  const options = fc.record({
    criterion: fc.constantFrom("gini", "entropy"),
    minLeaf: fc.constantFrom(1, 2, 5.5, "3%"),
    minSplit: fc.constantFrom(2, 9),
    maxDepth: fc.constantFrom(1, 4, 50),
    zeroGain: fc.boolean(),
    threshold: fc.constantFrom("midpoint", "weighted", "value"),
    tolerance: fc.constantFrom(0, 1e-10, 0.05),
  });

  it("equal what the learner grows from tallies", () => {
    fc.assert(
      fc.property(
        options,
        fc.integer({ min: 2, max: 150 }),
        fc.nat(1000),
        fc.constantFrom(0, 0.2),
        fc.constantFrom(undefined, "whole" as const, "fractional" as const),
        fc.boolean(),
        (chosen, rows, seed, missing, weights, three) => {
          const mixed = mixedTable({
            rows: rows + 10,
            seed,
            target: "classes",
            missing,
            ...(weights && { weights }),
          });
          const [whole, tallied] = grownTwice(three ? mixed : twoClasses(mixed), chosen, weights && "weight");
          expect(whole).toEqual(tallied);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("are used, and identical, on whole tables of two classes", () => {
    for (const table of [ticTacToe(), twonorm({ rows: 3000, seed: 2 })]) {
      const [whole, tallied, subtrees] = grownTwice(table, {});
      expect(whole.nodes).toEqual(tallied.nodes);
      expect(whole.nodes.filter(isSplit).length).toBeGreaterThan(20);
      expect(subtrees).toBe(1); // the root itself
    }
  });

  it("lose the splits that growth with the best first would not have made", () => {
    for (const table of [ticTacToe(), twonorm({ rows: 500, seed: 3 })]) {
      for (const maxLeaves of [1, 2, 3, 7, 20, 1000]) {
        const [whole, tallied, subtrees] = grownTwice(table, { maxLeaves });
        expect(whole).toEqual(tallied);
        expect(subtrees).toBe(1);
      }
    }
  });

  it("are not offered to plans they do not cover", () => {
    const table = twoClasses(mixedTable({ rows: 100, seed: 1, target: "classes" }));
    for (const plan of [
      { nominal: "perLevel" },
      { missing: "share" },
      { scaled: true },
      { maxLeaves: 5, order: "level" },
      { minGain: 0.01 },
      { criterion: "twoing" },
    ]) {
      const [whole, tallied, subtrees] = grownTwice(table, plan);
      expect(subtrees, JSON.stringify(plan)).toBe(0);
      expect(whole).toEqual(tallied);
    }
  });
});
