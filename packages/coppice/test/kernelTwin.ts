import { expect } from "vitest";
import { MemoryEngine } from "../src/engine/memory/engine.js";
import { useKernels } from "../src/kernels/support.js";
import type { Team } from "../src/kernels/team.js";
import { fitJob, fitTable, fitWith } from "../src/learn/fit.js";
import type { Table } from "../src/table/table.js";

/** What the kernels answered, over all teams. */
export interface Grown {
  /** Whole trees. */
  readonly trees: number;
  /** Subtrees, the whole trees among them. */
  readonly subtrees: number;
}

/**
 * Compares, byte by byte, the models that kernels grow on each team with that from tallies. What forces tables into the
 * kernel under test is set by `force`, between the two.
 */
export function checkTwin(
  table: Table,
  request: Parameters<typeof fitTable>[1],
  teams: readonly Team[],
  force: () => void = () => {},
): Grown {
  const tallied = withoutKernels(() => JSON.stringify(fitTable(table, request)));
  force();
  let [trees, subtrees] = [0, 0];
  for (const team of teams) {
    const model = fitWith(fitJob(table, request), (problem) => {
      const engine = new MemoryEngine(problem, team);
      return {
        facts: engine.facts,
        answer(asked) {
          const answer = engine.answer(asked);
          if (asked.ask === "subtree") {
            const found = answer as unknown[];
            if (asked.nodes[0].node === 0 && found[0]) trees++;
            subtrees += found.filter((tree) => tree !== undefined).length;
          }
          return answer;
        },
      };
    });
    expect(differenceOf(JSON.stringify(model), tallied)).toBeUndefined();
  }
  return { trees, subtrees };
}

function withoutKernels<R>(work: () => R): R {
  useKernels(false);
  try {
    return work();
  } finally {
    useKernels(true);
  }
}

/** Where two texts first differ, or undefined: models are too long to print. */
function differenceOf(found: string, wanted: string): string | undefined {
  if (found === wanted) return undefined;
  let at = 0;
  while (found[at] === wanted[at]) at++;
  return `${found.slice(at - 150, at + 100)}\n${wanted.slice(at - 150, at + 100)}`;
}
