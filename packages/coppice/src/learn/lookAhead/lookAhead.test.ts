import { describe, expect, it } from "vitest";
import { random } from "../../base/random.js";
import { MemoryEngine } from "../../engine/memory/engine.js";
import { sizeOf, type TreeModel } from "../../model/tree.js";
import { predictTable } from "../../predict/predictTable.js";
import { makeTable, type Table } from "../../table/table.js";
import { fitJob, fitTable, fitWith } from "../fit.js";

/** Exclusive or of two of four numbers: no single test gains anything. */
function parity(rows: number): Table {
  const rng = random(5);
  const columns = ["a", "b", "c", "d"].map((name) => ({
    type: "numeric" as const,
    name,
    values: Float64Array.from({ length: rows }, () => rng.uniform()),
  }));
  const codes = Int32Array.from({ length: rows }, (_, i) =>
    columns[1].values[i] > 0.5 === columns[2].values[i] > 0.5 ? 1 : 0,
  );
  return makeTable([...columns, { type: "nominal", name: "same", levels: ["no", "yes"], codes }]);
}

const learned = (table: Table, options: Record<string, unknown>) =>
  fitTable(table, { target: "same", learner: "cart", options }) as TreeModel;

const wrong = (model: TreeModel, table: Table) => {
  const found = predictTable(model, table);
  const truth = table.columns.at(-1)!;
  if (found.kind !== "classification" || truth.type === "numeric") throw new Error("no classes");
  return found.labels.reduce((sum, label, i) => sum + (label === truth.codes[i] ? 0 : 1), 0) / table.rows;
};

describe("looking ahead", () => {
  const table = parity(300);

  it("finds what no single test shows", () => {
    const greedy = learned(table, { maxDepth: 2, prune: "none" });
    const ahead = learned(table, { maxDepth: 2, prune: "none", lookAhead: 1, lookAheadTests: 19 });
    expect(wrong(greedy, table)).toBeGreaterThan(0.3);
    expect(wrong(ahead, table)).toBeLessThan(0.06);
  });

  it("tries the gap between groups, wherever it lies", () => {
    const rng = random(3);
    const near = (centre: number) => centre + (rng.uniform() - 0.5) * 0.6;
    const corners = Array.from({ length: 400 }, () => [rng.below(10) < 3 ? 1 : 0, rng.below(10) < 6 ? 1 : 0]);
    const column = (name: string, values: number[]) =>
      ({ type: "numeric", name, values: Float64Array.from(values) }) as const;
    const groups = makeTable([
      column(
        "a",
        corners.map(([a]) => near(a)),
      ),
      column(
        "b",
        corners.map(([, b]) => near(b)),
      ),
      column(
        "noise",
        corners.map(() => rng.uniform()),
      ),
      {
        type: "nominal",
        name: "same",
        levels: ["no", "yes"],
        codes: Int32Array.from(corners, ([a, b]) => (a === b ? 1 : 0)),
      },
    ]);
    for (const lookAhead of [1, "full"]) {
      const model = learned(groups, { maxDepth: 2, prune: "none", lookAhead });
      expect(wrong(model, groups)).toBe(0);
    }
    // C4.5 keeps a test that gains nothing by itself for the sake of those below.
    const c45 = (options: Record<string, unknown>) =>
      fitTable(groups, { target: "same", learner: "c45", options }) as TreeModel;
    expect(wrong(c45({ lookAhead: 1 }), groups)).toBe(0);
    expect(sizeOf(c45({ lookAhead: 1 })).leaves).toBe(4);
  });

  it("compares whole subtrees, and the smallest of the purest wins", () => {
    const leaves = (options: Record<string, unknown>) =>
      sizeOf(learned(table, { prune: "none", ...options })).leaves;
    expect(leaves({ lookAhead: "full", lookAheadTests: 19 })).toBeLessThan(leaves({}) / 2);
  });

  it("is greedy again when the budget is used up", () => {
    const options = { maxDepth: 2, prune: "none" };
    // The first test tried is the greedy one.
    const none = learned(table, { ...options, lookAhead: 1, lookAheadBudget: 1 });
    expect(none.nodes).toEqual(learned(table, options).nodes);
  });

  it("needs rows in this process, all attributes, and tests on single attributes", () => {
    const job = fitJob(table, { target: "same", learner: "cart", options: { lookAhead: 1, prune: "none" } });
    const remote = (problem: ConstructorParameters<typeof MemoryEngine>[0]) => {
      const engine = new MemoryEngine(problem);
      const { rows: _, ...facts } = engine.facts;
      return { facts, answer: engine.answer.bind(engine) };
    };
    expect(() => fitWith(job, remote)).toThrow("lookAhead needs an engine that has the rows in this process");
    expect(() => learned(table, { lookAhead: 1, attributesPerNode: 2 })).toThrow(
      "lookAhead tries out every attribute, and attributesPerNode draws some: give one of them",
    );
  });
});
