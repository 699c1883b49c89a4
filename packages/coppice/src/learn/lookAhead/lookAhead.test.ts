import { expect, it } from "vitest";
import { nominal, numeric, wrongRows } from "../../../test/kit/index.js";
import { random } from "../../base/random.js";
import { MemoryEngine } from "../../engine/memory/engine.js";
import { sizeOf, type TreeModel } from "../../model/tree.js";
import { makeTable, type Table } from "../../table/table.js";
import { fitJob, fitTable, fitWith } from "../fit.js";

/** Exclusive or of two of four numbers: no single test gains anything. */
function parity(rows: number): Table {
  const rng = random(5);
  const cells = [1, 2, 3, 4].map(() => Array.from({ length: rows }, () => rng.uniform()));
  const same = cells[1].map((b, row) => Number(b > 0.5 === cells[2][row] > 0.5));
  const columns = cells.map((values, a) => numeric("abcd"[a], values));
  return makeTable([...columns, nominal("same", ["no", "yes"], same)]);
}

const learned = (table: Table, options: Record<string, unknown>) =>
  fitTable(table, { target: "same", learner: "cart", options }) as TreeModel;

const table = parity(300);

it("looking ahead finds what no single test shows", () => {
  const greedy = learned(table, { maxDepth: 2, prune: "none" });
  const ahead = learned(table, { maxDepth: 2, prune: "none", lookAhead: 1, lookAheadTests: 19 });
  expect(wrongRows(greedy, table)).toBeGreaterThan(90);
  expect(wrongRows(ahead, table)).toBeLessThan(18);
});

it("looking ahead tries the gap between groups, wherever it lies", () => {
  const rng = random(3);
  const near = (centre: number) => centre + (rng.uniform() - 0.5) * 0.6;
  const corners = Array.from({ length: 200 }, () => [+(rng.below(10) < 3), +(rng.below(10) < 6)]);
  const [as, bs] = [0, 1].map((side) => corners.map((corner) => near(corner[side])));
  const noise = corners.map(() => rng.uniform());
  const same = corners.map(([a, b]) => Number(a === b));
  const columns = Object.entries({ a: as, b: bs, noise }).map(([name, cells]) => numeric(name, cells));
  const groups = makeTable([...columns, nominal("same", ["no", "yes"], same)]);
  for (const lookAhead of [1, "full"]) {
    const model = learned(groups, { maxDepth: 2, prune: "none", lookAhead });
    expect(wrongRows(model, groups)).toBe(0);
  }
  // C4.5 keeps a test that gains nothing by itself for the sake of those below.
  const c45 = fitTable(groups, { target: "same", learner: "c45", options: { lookAhead: 1 } });
  expect(wrongRows(c45, groups)).toBe(0);
  expect(sizeOf(c45).leaves).toBe(4);
});

it("looking ahead compares whole subtrees, and the smallest of the purest wins", () => {
  const leaves = (options: Record<string, unknown>) =>
    sizeOf(learned(table, { prune: "none", ...options })).leaves;
  expect(leaves({ lookAhead: "full", lookAheadTests: 19 })).toBeLessThan(leaves({}) / 2);
});

it("looking ahead is greedy again when the budget is used up", () => {
  const options = { maxDepth: 2, prune: "none" };
  // The first test tried is the greedy one.
  const none = learned(table, { ...options, lookAhead: 1, lookAheadBudget: 1 });
  expect(none.nodes).toEqual(learned(table, options).nodes);
});

it("looking ahead needs rows in this process, all attributes, and tests on single attributes", () => {
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
