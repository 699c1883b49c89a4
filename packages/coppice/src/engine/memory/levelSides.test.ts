import fc from "fast-check";
import { describe, expect } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { problems, testsOn } from "../../../test/random-problems.js";
import { encodeAttribute } from "../encode.js";
import type { Tally } from "../port.js";
import { targetRows } from "./entries.js";
import { LevelSides } from "./levelSides.js";
import { SideTallies } from "./sideTallies.js";

/** A tally is valid until the next is taken. */
function copies(tallies: Iterable<Tally>) {
  return Array.from(tallies, ({ attribute, codes, cells, missing }) => ({
    attribute,
    codes: Array.from(codes),
    cells: Array.from(cells),
    missing: Array.from(missing),
  }));
}

describe("the sides of a whole level", () => {
  const levels = problems({ weights: "absent", maxRows: 40 }).chain((problem) =>
    fc.record({
      problem: fc.constant(problem),
      nodeOf: fc.array(fc.integer({ min: -1, max: 2 }), { minLength: problem.rows, maxLength: problem.rows }),
      tests: fc.array(testsOn(problem), { minLength: 3, maxLength: 3 }),
    }),
  );
  itHolds("equal those counted node by node", 100, [levels], ({ problem, nodeOf, tests }) => {
    const attributes = problem.attributes.map((column) => encodeAttribute(column));
    const nodes = tests.map(({ test, outcomes }, node) => ({
      rows: Int32Array.from(nodeOf.flatMap((of, row) => (of === node ? [row] : []))),
      wanted: { node, test, branches: outcomes, attributes: attributes.map((_, a) => a) },
    }));
    const slow = new SideTallies(attributes, targetRows(problem), problem.rows);
    const fast = new LevelSides(attributes, problem.rows);
    for (const level of [nodes, nodes.slice(1)])
      expect(fast.of(level).map(copies)).toEqual(
        level.map(({ rows, wanted }) => copies(slow.of({ rows }, wanted))),
      );
  });
});
