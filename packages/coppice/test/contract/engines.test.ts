import { describe, expect, it } from "vitest";
import { MemoryEngine } from "../../src/engine/memory/engine.js";
import { NaiveEngine } from "../../src/engine/naive/engine.js";
import type { Answer, AsyncEngine, Engine, TallyRequest } from "../../src/engine/port.js";
import type { Problem } from "../../src/engine/problem.js";
import { fitJob, fitWith } from "../../src/learn/fit.js";
import { engineContract, type OpenEngine } from "../../src/testing/contract/engine.js";
import { fullCart, mixedTable } from "../kit/index.js";
import { inTurn } from "../kit/inTurn.js";

/** Every answer is a promise of a copy, as over a network: nothing may depend on shared arrays. */
function later(engine: Engine): AsyncEngine {
  return {
    facts: structuredClone(engine.facts),
    answer: async (request) => {
      const answer = engine.answer(structuredClone(request));
      if (request.ask !== "tally" && request.ask !== "sides") return structuredClone(answer);
      return (answer as Answer<TallyRequest>).map((tallies) =>
        Array.from(tallies, (tally) => structuredClone(tally)),
      );
    },
  };
}

/** Every engine is included here, and an asynchronous one (a database) with an asynchronous entry. */
const engines: readonly { name: string; open: OpenEngine; answersLater: boolean }[] = [
  { name: "memory", open: (problem) => new MemoryEngine(problem), answersLater: false },
  ...Object.entries({ memory: MemoryEngine, naive: NaiveEngine }).map(([name, Made]) => ({
    name: `${name}, answering later`,
    open: (problem: Problem) => later(new Made(problem)),
    answersLater: true,
  })),
];

describe.each(engines)("$name", ({ open, answersLater }) => {
  for (const seed of inTurn([1, 2, 3], 0))
    for (const { name, run } of engineContract(open, { seed, answersLater })) it(name, run);
});

describe("growth orders", () => {
  it.each(["classes", "values"] as const)("give the same tree unless leaves are limited: %s", (target) => {
    const table = mixedTable({ target, rows: 300, seed: 9, missing: 0.1 });
    const [depth, level, best] = ["depth", "level", "best"].map((order) => {
      const job = fitJob(table, { target: "y", learner: fullCart, options: { order } });
      return fitWith(job, (problem) => new MemoryEngine(problem)).nodes;
    });
    expect(level).toEqual(depth);
    expect(best).toEqual(depth);
  });

  it("request one tally per level if the engine prefers levels", () => {
    const table = mixedTable({ target: "classes", rows: 200, seed: 4 });
    const job = fitJob(table, { target: "y", learner: fullCart, options: { maxDepth: 4 } });
    let tallies = 0;
    const model = fitWith(job, (problem) => {
      const engine = new NaiveEngine(problem);
      return {
        facts: engine.facts,
        answer(request) {
          if (request.ask === "tally") tallies++;
          return engine.answer(request);
        },
      };
    });
    expect(model.nodes.length).toBeGreaterThan(9);
    expect(tallies).toBe(4); // depths 0 to 3: nodes at depth 4 are leaves and need no tally
  });
});
