import { MemoryEngine } from "../src/engine/memory/engine.js";
import type { Team } from "../src/kernels/team.js";
import { fitJob, type fitTable, fitWith } from "../src/learn/fit.js";
import type { Table } from "../src/table/table.js";
import { expectSameModel } from "./kit/sameModel.js";
import { withoutKernels } from "./kit/withoutKernels.js";

/** What the kernels answered, over all teams. */
export interface Grown {
  /** Whole trees. */
  readonly trees: number;
  /** Subtrees, the whole trees among them. */
  readonly subtrees: number;
}

/**
 * Compares the models that kernels grow on each team with that from tallies. What forces tables into the
 * kernel under test is set by `force`, between the two.
 */
export function checkTwin(
  table: Table,
  request: Parameters<typeof fitTable>[1],
  teams: readonly Team[],
  force: () => void = () => {},
): Grown {
  const tallied = fromTallies(table, request);
  force();
  let [trees, subtrees] = [0, 0];
  for (const team of teams) {
    const model = fitWith(fitJob(table, request), (problem) => {
      const engine = new MemoryEngine(problem, team);
      return {
        facts: engine.facts,
        answer(asked) {
          const answer = engine.answer(asked);
          if (asked.ask === "ratioTree" && answer) {
            trees++;
            subtrees++;
          }
          if (asked.ask === "subtree") {
            const found = answer as unknown[];
            if (asked.nodes[0].node === 0 && found[0]) trees++;
            subtrees += found.filter((tree) => tree !== undefined).length;
          }
          return answer;
        },
      };
    });
    expectSameModel(model, tallied, `${team.size} threads and tallies differ`);
  }
  return { trees, subtrees };
}

/** The learner grows everything from tallies: the engine offers no subtree, by kernel or without one. */
const fromTallies = (table: Table, request: Parameters<typeof fitTable>[1]) =>
  withoutKernels(() =>
    fitWith(fitJob(table, request), (problem) => {
      const engine = new MemoryEngine(problem);
      const { subtreeRows: _, ...facts } = engine.facts;
      return { facts, answer: (asked) => engine.answer(asked) };
    }),
  );
