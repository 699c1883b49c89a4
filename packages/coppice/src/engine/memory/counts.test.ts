import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { missingRules, problems, testsOn } from "../../../test/random-problems.js";
import { makeTable } from "../../table/table.js";
import { nominal, numeric } from "../../testing/columns.js";
import { NaiveEngine } from "../naive/engine.js";
import type { Answer, Engine, TallyRequest } from "../port.js";
import { type Problem, prepare } from "../problem.js";
import { MemoryEngine } from "./engine.js";

/**
 * Of two large siblings the memory engine counts the smaller and subtracts it from the parent: the tallies must be
 * those of counting every row, whichever sibling is requested first, whatever was requested of the parent, and if rows
 * are shared between the two.
 */
const steps = (problem: Problem) =>
  testsOn(problem).chain(({ test, outcomes }) =>
    missingRules(outcomes).map((missing) => ({ test, missing, outcomes })),
  );

const cases = problems({ minRows: 130, maxRows: 180, maxAttributes: 3 }).chain((problem) =>
  fc.record({
    problem: fc.constant(problem),
    first: steps(problem),
    second: steps(problem),
    heavyFirst: fc.boolean(),
    /** Which attributes of the root are tallied before it is divided. */
    asked: fc.subarray(problem.attributes.map((_, a) => a)),
  }),
);

function tallies(
  engine: Engine,
  node: number,
  attributes: readonly number[],
  statistic: "classes" | "moments",
) {
  const asked = engine.answer({ ask: "tally", statistic, nodes: [{ node, attributes }] });
  return Array.from((asked as Answer<TallyRequest>)[0], (tally) => structuredClone(tally));
}

describe("Counts", () => {
  itHolds(
    "gives the tallies of counting every row",
    60,
    [cases],
    ({ problem, first, second, heavyFirst, asked }) => {
      const engines = [new MemoryEngine(problem), new NaiveEngine(problem)];
      const statistic = problem.target.kind === "classes" ? "classes" : "moments";
      const all = problem.attributes.map((_, a) => a);
      const expectSame = <T>(answers: (engine: Engine) => T) => {
        const [memory, naive] = engines.map(answers);
        expect(memory).toEqual(naive);
      };
      const tally = (node: number, attributes: readonly number[]) =>
        expectSame((engine) => tallies(engine, node, attributes, statistic));
      const divide = (node: number, { outcomes, ...step }: typeof first, from: number): number[] => {
        const branches = Array.from({ length: outcomes }, (_, b) => from + b);
        const divisions = [{ node, ...step, branches }];
        expectSame((engine) => engine.answer({ ask: "divide", statistic, divisions }));
        return branches;
      };
      tally(0, asked);
      const children = divide(0, first, 1);
      for (const child of heavyFirst ? children.toReversed() : children) tally(child, all);
      for (const grandchild of children.flatMap((child) => divide(child, second, 100 * child)))
        tally(grandchild, all);
    },
  );

  it("does not subtract a sibling larger than half of the rows: shared rows are in both", () => {
    // 120 of 150 rows are in both branches, so that the smaller has 120 + 10 entries.
    const rows = Array.from({ length: 150 }, (_, row) => row);
    const x = rows.map((row) => (row < 30 ? row : Number.NaN));
    const z = rows.map((row) => row % 3);
    const y = rows.map((row) => (row * 37) % 11);
    const table = makeTable([numeric("x", x), nominal("z", ["p", "q", "r"], z), numeric("y", y)]);
    const problem = prepare(table, { target: "y" });
    const [memory, naive] = [new MemoryEngine(problem), new NaiveEngine(problem)].map((engine) => {
      tallies(engine, 0, [0, 1], "moments");
      const test = { kind: "threshold", attribute: 0, threshold: 9.5 } as const;
      const missing = { kind: "share", shares: [1 / 3, 2 / 3] } as const;
      const divisions = [{ node: 0, test, missing, branches: [1, 2] }];
      engine.answer({ ask: "divide", statistic: "moments", divisions });
      return [2, 1].map((node) => tallies(engine, node, [0, 1], "moments"));
    });
    expect(memory).toEqual(naive);
  });
});
