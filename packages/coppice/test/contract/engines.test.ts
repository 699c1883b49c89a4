import { describe, expect, it } from "vitest";
import { MemoryEngine } from "../../src/engine/memory/engine.js";
import { NaiveEngine } from "../../src/engine/naive/engine.js";
import type { Answer, AsyncEngine, Engine, TallyRequest } from "../../src/engine/port.js";
import type { Problem } from "../../src/engine/problem.js";
import { type FitJob, fitJob, fitWith, fitWithAsync } from "../../src/learn/fit.js";
import type { Learner } from "../../src/learn/learner.js";
import type { TreeModel } from "../../src/model/tree.js";
import type { Table } from "../../src/table/table.js";
import { fullCart } from "../fullCart.js";
import { mixedTable } from "../mixedTable.js";
import { randomMeasures } from "../randomMeasures.js";

/**
 * Every engine is included here. For any request, its trees are identical to those of all others. An asynchronous engine
 * (a database) is included with an asynchronous entry.
 */
const engines: Record<string, (job: FitJob) => TreeModel | Promise<TreeModel>> = {
  memory: (job) => fitWith(job, (problem) => new MemoryEngine(problem)),
  naive: (job) => fitWith(job, (problem) => new NaiveEngine(problem)),
  "memory, answering later": (job) => fitWithAsync(job, (problem) => later(new MemoryEngine(problem))),
  "naive, answering later": (job) => fitWithAsync(job, (problem: Problem) => later(new NaiveEngine(problem))),
};

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

interface Case {
  readonly name: string;
  readonly table: Table;
  readonly learner: string | Learner;
  readonly options?: Record<string, unknown>;
  readonly weight?: string;
}

const classes = { target: "classes" } as const;
const values = { target: "values" } as const;

function casesFor(seed: number): Case[] {
  const complete = mixedTable({ ...classes, rows: 80, seed });
  const gaps = mixedTable({ ...classes, rows: 70, seed, missing: 0.15 });
  const whole = mixedTable({ ...classes, rows: 60, seed, missing: 0.1, weights: "whole" });
  const fractional = mixedTable({ ...classes, rows: 60, seed, missing: 0.1, weights: "fractional" });
  const regression = mixedTable({ ...values, rows: 70, seed });
  const regressionGaps = mixedTable({ ...values, rows: 60, seed, missing: 0.15, weights: "fractional" });
  const on = (
    table: Table,
    learner: string,
    options: Record<string, unknown> = {},
    weight?: string,
  ): Case => ({
    name: `${learner} ${JSON.stringify(options)} seed ${seed}`,
    table,
    learner: learner === "cart" && options.prune === undefined ? fullCart : learner,
    options,
    ...(weight && { weight }),
  });
  const measures = (table: Table, options: Record<string, unknown> = {}, weight?: string): Case => ({
    ...on(table, "randomMeasures", options, weight),
    learner: randomMeasures,
  });
  return [
    measures(complete),
    measures(complete, { prune: "costComplexity", pruneFolds: 4, pruneRule: "min" }),
    measures(complete, { nominal: "perLevel", criterion: "entropy", validation: 0.2 }),
    measures(gaps),
    measures(gaps, { missing: "share" }),
    measures(gaps, { missing: "fraction" }),
    measures(gaps, { missing: "surrogate", competitors: 2 }),
    measures(gaps, { missing: "likely" }),
    measures(gaps, { missing: "level" }),
    measures(fractional, { missing: "fraction" }, "weight"),
    measures(regression),
    measures(regressionGaps, { missing: "share" }, "weight"),
    on(complete, "cart", { prune: "costComplexity" }),
    on(complete, "cart"),
    on(gaps, "cart", { missing: "share" }),
    on(gaps, "cart", { missing: "surrogate", competitors: 3 }),
    on(gaps, "cart", { missing: "surrogate", association: "counted", directions: "one", surrogates: 2 }),
    on(fractional, "cart", { missing: "surrogate", association: "adjustedKnown" }, "weight"),
    on(gaps, "c45", { missing: "surrogate", prune: "none" }),
    on(gaps, "cart", { missing: "level" }),
    on(gaps, "id3", { missing: "level" }),
    on(gaps, "cart", { missing: "fraction", nominal: "perLevel" }),
    on(gaps, "cart", { missing: "likelyInClass" }),
    on(gaps, "cart", { missing: "indicator", missingAtPrediction: "eachValue" }),
    on(whole, "cart", { missing: "predict", missingAtPrediction: "asTrained" }, "weight"),
    on(mixedTable({ ...classes, rows: 200, seed, missing: 0.05 }), "cart", {
      missing: "likely",
      validation: 0.3,
    }),
    on(mixedTable({ ...classes, rows: 200, seed, missing: 0.05 }), "cart", { missing: "drop" }),
    on(regressionGaps, "cart", { missing: "level", criterion: "absoluteError", maxDepth: 3 }, "weight"),
    on(gaps, "id3", { missing: "share", missingAtPrediction: "surrogate" }),
    on(regressionGaps, "cart", { missing: "surrogate", association: "rpart", maxDepth: 5 }, "weight"),
    on(gaps, "cart", { criterion: "twoing", nominal: "oneHot" }),
    on(complete, "cart", { criterion: "misclassification", maxExhaustive: 3 }),
    on(complete, "cart", { maxLeaves: 7 }),
    on(gaps, "cart", { attributesPerNode: 2 }),
    on(whole, "cart", { attributesPerNode: "sqrt", maxLeaves: 9 }, "weight"),
    on(gaps, "c45", { attributesPerNode: 2, prune: "none" }),
    on(gaps, "cart", { attributesPerNode: 2, numeric: "random", nominal: "random" }),
    on(fractional, "cart", { numeric: "random", nominal: "random", minLeaf: 3, missing: "share" }, "weight"),
    on(gaps, "cart", { randomTests: 5 }),
    on(regressionGaps, "cart", { attributesPerNode: "third", missing: "share" }, "weight"),
    on(regressionGaps, "cart", { numeric: "random", nominal: "random" }, "weight"),
    on(regression, "cart", { criterion: "absoluteError", maxDepth: 4, randomTests: 3 }),
    on(mixedTable({ ...classes, rows: 200, seed }), "cart", { validation: 0.3 }),
    on(complete, "cart", { order: "level" }),
    on(complete, "cart", { order: "best", significance: 0.05 }),
    on(whole, "cart", { criterion: "entropy" }, "weight"),
    on(gaps, "c45", { prune: "none" }),
    on(fractional, "c45", {}, "weight"),
    on(gaps, "id3", { missing: "share" }),
    on(gaps, "id3", { binning: "equalWidth" }),
    on(gaps, "oneR"),
    on(regression, "cart"),
    on(regression, "cart", { leaf: "median", maxDepth: 3 }),
    on(regression, "cart", { criterion: "absoluteError", maxDepth: 4 }),
    on(mixedTable({ ...values, rows: 200, seed }), "cart", { validation: 0.3 }),
    on(regressionGaps, "cart", { missing: "share" }, "weight"),
    on(
      regressionGaps,
      "cart",
      { criterion: "absoluteError", missing: "share", maxDepth: 3, nominal: "perLevel" },
      "weight",
    ),
  ];
}

describe.each([1, 2, 3])("engines agree, seed %i", (seed) => {
  it.each(casesFor(seed))("$name", async ({ table, learner, options, weight }) => {
    const request = { target: "y", learner, ...(options && { options }), ...(weight && { weight }) };
    const models = new Map<string, string>();
    for (const [name, run] of Object.entries(engines))
      models.set(name, JSON.stringify(await run(fitJob(table, request))));
    const reference = models.get("memory")!;
    expect(JSON.parse(reference).nodes.length).toBeGreaterThan(1);
    for (const [name, model] of models) expect(model, name).toBe(reference);
  });
});

describe("growth orders", () => {
  it("give the same tree unless leaves are limited", () => {
    for (const target of ["classes", "values"] as const) {
      const table = mixedTable({ target, rows: 300, seed: 9, missing: 0.1 });
      const [depth, level, best] = ["depth", "level", "best"].map(
        (order) =>
          fitWith(
            fitJob(table, { target: "y", learner: fullCart, options: { order } }),
            (p) => new MemoryEngine(p),
          ).nodes,
      );
      expect(level).toEqual(depth);
      expect(best).toEqual(depth);
    }
  });

  it("request one tally per level if the engine prefers levels", () => {
    const table = mixedTable({ ...classes, rows: 200, seed: 4 });
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
