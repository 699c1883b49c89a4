import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { missingRules, problems, testsOn } from "../../../test/random-problems.js";
import { makeTable } from "../../table/table.js";
import { NaiveEngine } from "../naive/engine.js";
import type { Answer, Division, Engine, Summary, TallyRequest } from "../port.js";
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
  const [answer] = engine.answer({
    ask: "tally",
    statistic,
    nodes: [{ node, attributes }],
  }) as Answer<TallyRequest>;
  return Array.from(answer, (tally) => structuredClone(tally));
}

describe("Counts", () => {
  it("gives the tallies of counting every row", () => {
    fc.assert(
      fc.property(cases, ({ problem, first, second, heavyFirst, asked }) => {
        const engines = [new MemoryEngine(problem), new NaiveEngine(problem)];
        const statistic = problem.target.kind === "classes" ? "classes" : "moments";
        const all = problem.attributes.map((_, a) => a);
        const expectSame = (node: number, attributes: readonly number[]) => {
          const [memory, naive] = engines.map((engine) => tallies(engine, node, attributes, statistic));
          expect(memory).toEqual(naive);
        };
        const divide = (node: number, step: typeof first, from: number): number[] => {
          const branches = Array.from({ length: step.outcomes }, (_, b) => from + b);
          const divisions: Division[] = [{ node, test: step.test, missing: step.missing, branches }];
          const [memory, naive] = engines.map(
            (engine) => engine.answer({ ask: "divide", statistic, divisions }) as Summary[][],
          );
          expect(memory).toEqual(naive);
          return branches;
        };
        expectSame(0, asked);
        const children = divide(0, first, 1);
        for (const child of heavyFirst ? children.toReversed() : children) expectSame(child, all);
        const grandchildren = children.flatMap((child) => divide(child, second, 100 * child));
        for (const grandchild of grandchildren) expectSame(grandchild, all);
      }),
      { numRuns: 60 },
    );
  });

  it("does not subtract a sibling larger than half of the rows: shared rows are in both", () => {
    // 120 of 150 rows are in both branches, so that the smaller has 120 + 10 entries.
    const rows = 150;
    const cells = Array.from({ length: rows }, (_, row) => row);
    const problem = prepare(
      makeTable([
        {
          type: "numeric",
          name: "x",
          values: Float64Array.from(cells, (row) => (row < 30 ? row : Number.NaN)),
        },
        {
          type: "nominal",
          name: "z",
          levels: ["p", "q", "r"],
          codes: Int32Array.from(cells, (row) => row % 3),
        },
        { type: "numeric", name: "y", values: Float64Array.from(cells, (row) => (row * 37) % 11) },
      ]),
      { target: "y" },
    );
    const [memory, naive] = [new MemoryEngine(problem), new NaiveEngine(problem)].map((engine) => {
      tallies(engine, 0, [0, 1], "moments");
      const test = { kind: "threshold", attribute: 0, threshold: 9.5 } as const;
      const missing = { kind: "share", shares: [1 / 3, 2 / 3] } as const;
      engine.answer({
        ask: "divide",
        statistic: "moments",
        divisions: [{ node: 0, test, missing, branches: [1, 2] }],
      });
      return [2, 1].map((node) => tallies(engine, node, [0, 1], "moments"));
    });
    expect(memory).toEqual(naive);
  });
});
